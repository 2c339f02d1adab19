import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../../../src-shared/api/library.ts";
import { grownRange } from "../../../../src-shared/growth.ts";
import { Heading } from "../../../components/heading.tsx";
import { TextLink } from "../../../components/links.tsx";
import { Markdown } from "../../../components/markdown.tsx";
import { Skeleton, SkeletonItem } from "../../../components/skeleton.tsx";
import { LoadingText } from "../../../components/states.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { useEntryStyles } from "../entry/entry-frame.tsx";
import { FactList } from "../entry/fact-list.tsx";
import { Outline } from "../entry/outline.tsx";
import { PrintButton } from "../entry/print.tsx";
import type { EntryView } from "../kinds.ts";
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
  weeks: {
    display: "grid",
    gap: "24px",
    marginTop: "56px",
    // Chromium does not keep a heading with what follows in a grid.
    [media.print]: { display: "block", marginTop: "32px" },
  },
  heading: { fontSize: "32px", lineHeight: "38px" },
  week: {
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { padding: "8px 0", breakInside: "avoid" },
  },
  weekTitle: { marginBottom: "12px", fontSize: "22px", lineHeight: "28px" },
  weekNumber: {
    display: "block",
    fontFamily: tokens.fontFamilyBase,
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorAccentText,
  },
  skeletonFacts: { width: "100%" },
});

/** Placeholder for a protocol while it loads. */
export function ProtocolSkeleton() {
  const frame = useEntryStyles();
  const styles = useStyles();
  return (
    <div className={frame.column}>
      <div className={styles.facts}>
        <Skeleton aria-hidden className={styles.skeletonFacts}>
          <SkeletonItem size={48} />
        </Skeleton>
      </div>
      <LoadingText />
    </div>
  );
}

/** Anchor of the weeks. */
const weeksId = "weeks";

type Week = NonNullable<Entry["weeks"]>[number];

/** One week: its title and its sessions. */
function WeekSection({ week, number }: { week: Week; number: number }) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <section className={styles.week}>
      <Heading level={3} className={styles.weekTitle}>
        <span className={styles.weekNumber}>{t("protocol.week", { number })}</span>
        {week.title}
      </Heading>
      <SessionTable caption={week.title} sessions={week.sessions} />
    </section>
  );
}

/** A protocol: level, length and introduction, then its weeks. */
export const ProtocolView: EntryView = ({ entry }) => {
  const frame = useEntryStyles();
  const styles = useStyles();
  const { t } = useTranslation("library");
  const formats = useFormats();
  const { language, protocol, weeks = [] } = entry;
  return (
    <div className={frame.columns}>
      <div className={frame.column}>
        <div className={styles.facts}>
          <FactList
            facts={[
              [t("protocol.level"), t(`level.${protocol?.level ?? "beginner"}`)],
              [t("protocol.length"), t("weeks", { count: weeks.length })],
              [
                t("protocol.perWeek"),
                t("minutesShort", { minutes: formats.number(entry.minutes) }),
              ],
              ...(protocol?.highImpact
                ? [[t("protocol.age"), t("protocol.grown", grownRange)] as const]
                : []),
            ]}
          />
          <div className={styles.actions}>
            <TextLink to={`#${weeksId}`}>{t("protocol.weeks")}</TextLink>
            <PrintButton />
          </div>
        </div>
        <div lang={language}>
          <Markdown>{entry.body}</Markdown>
        </div>
        <section id={weeksId} className={styles.weeks} lang={language}>
          <Heading level={2} className={styles.heading}>
            {t("protocol.weeks")}
          </Heading>
          {weeks.map((week, i) => (
            <WeekSection key={week.title} week={week} number={i + 1} />
          ))}
        </section>
      </div>
      <Outline entry={entry} last={[weeksId, t("protocol.weeks")]} />
    </div>
  );
};
