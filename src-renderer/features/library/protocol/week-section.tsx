import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../../../src-shared/api/library.ts";
import { Heading } from "../../../components/heading.tsx";
import { media, tokens } from "../../../theme/tokens.ts";
import { SessionTable } from "./session-table.tsx";

const useStyles = makeStyles({
  week: {
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { padding: "8px 0", breakInside: "avoid" },
  },
  notPrinted: { [media.print]: { display: "none" } },
  title: { marginBottom: "12px", fontSize: "22px", lineHeight: "28px" },
  number: {
    display: "block",
    fontFamily: tokens.fontFamilyBase,
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorAccentText,
  },
  print: { marginTop: "8px", minHeight: "44px", [media.print]: { display: "none" } },
});

type WeekSectionProps = {
  week: NonNullable<Entry["weeks"]>[number];
  /** Counted from 1. */
  number: number;
  /** Whether it is left out of what is printed now. */
  isLeftOut: boolean;
  /** Renders what became of a session, counted from 0; none for a protocol that is not followed. */
  renderMark?: ((session: number) => ReactNode) | undefined;
  onPrint: () => void;
};

/** One week: its title and its sessions, which can be printed on a page of their own. */
export function WeekSection({ week, number, isLeftOut, renderMark, onPrint }: WeekSectionProps) {
  const styles = useStyles();
  const { t } = useTranslation(["training", "library"]);
  return (
    <section className={mergeClasses(styles.week, isLeftOut && styles.notPrinted)}>
      <Heading level={3} className={styles.title}>
        <span className={styles.number}>{t("library:protocol.week", { number })}</span>
        {week.title}
      </Heading>
      <SessionTable caption={week.title} sessions={week.sessions} renderMark={renderMark} />
      <Button
        appearance="subtle"
        icon={<PrintRegular />}
        className={styles.print}
        onClick={onPrint}
      >
        {t("printWeek", { number })}
      </Button>
    </section>
  );
}
