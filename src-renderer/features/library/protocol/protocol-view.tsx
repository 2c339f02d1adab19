import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../../../src-shared/api/library.ts";
import { TextLink } from "../../../components/links.tsx";
import { Markdown } from "../../../components/markdown.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import type { EntryView } from "../entry-page.tsx";
import { useEntryStyles } from "../entry-styles.ts";
import { FactList } from "../fact-list.tsx";
import { PrintButton } from "../print-button.tsx";
import { SessionTable } from "./session-table.tsx";

const useStyles = makeStyles({
  facts: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px 32px",
    marginBottom: "40px",
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.print]: { padding: 0 },
  },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 24px",
    [media.print]: { display: "none" },
  },
  weeks: { display: "grid", gap: "24px", marginTop: "56px" },
  heading: {
    margin: 0,
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "32px",
    lineHeight: "38px",
  },
  week: {
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { padding: "8px 0", breakInside: "avoid" },
  },
  weekTitle: {
    margin: "0 0 12px",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "22px",
    lineHeight: "28px",
  },
  weekNumber: {
    display: "block",
    fontFamily: tokens.fontFamilyBase,
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorAccentText,
  },
});

type Week = NonNullable<Entry["weeks"]>[number];

/** One week: what it is about, its sessions, and what they take together. */
function WeekSection({ week, number }: { week: Week; number: number }) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <section className={styles.week}>
      <h3 className={styles.weekTitle}>
        <span className={styles.weekNumber}>{t("protocol.week", { number })}</span>
        {week.title}
      </h3>
      <SessionTable caption={week.title} sessions={week.sessions} />
    </section>
  );
}

/** A protocol: for whom and how, then week by week. */
export const ProtocolView: EntryView = ({ entry }) => {
  const frame = useEntryStyles();
  const styles = useStyles();
  const { t } = useTranslation("library");
  const formats = useFormats();
  const { language, protocol, weeks = [] } = entry;
  return (
    <div className={frame.column}>
      <div className={styles.facts}>
        <FactList
          facts={[
            [t("protocol.level"), t(`level.${protocol?.level ?? "beginner"}`)],
            [t("protocol.length"), t("weeks", { count: weeks.length })],
            [t("protocol.perWeek"), t("minutesShort", { minutes: formats.number(entry.minutes) })],
          ]}
        />
        <div className={styles.actions}>
          <TextLink to="#weeks">{t("protocol.weeks")}</TextLink>
          <PrintButton />
        </div>
      </div>
      <div lang={language}>
        <Markdown>{entry.body}</Markdown>
      </div>
      <section id="weeks" className={styles.weeks} lang={language}>
        <h2 className={styles.heading}>{t("protocol.weeks")}</h2>
        {weeks.map((week, i) => (
          <WeekSection key={week.title} week={week} number={i + 1} />
        ))}
      </section>
    </div>
  );
};
