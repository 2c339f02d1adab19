import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import type { TrainingPlan } from "#shared/api/training.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { ClassValuesView } from "../class-values.tsx";
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

type Week = NonNullable<Entry["weeks"]>[number];

type WeekSectionProps = {
  week: Week;
  /** Counted from 1. */
  number: number;
  /** Whether the current print omits it. */
  isLeftOut: boolean;
  /** Renders what became of a session, counted from 0; none for a protocol that is not followed. */
  renderMark?: ((session: number) => ReactNode) | undefined;
  /** The dog that is trained, if the protocol is followed with one. */
  dog: TrainingPlan["dog"];
  onPrint: () => void;
};

/** One week: its title and its sessions, which can be printed on a page of their own. */
export function WeekSection(props: WeekSectionProps) {
  const { week, number, isLeftOut, renderMark, dog, onPrint } = props;
  const styles = useStyles();
  const { t } = useTranslation(["training", "library"]);
  // A line for the dog stands with its session, a table for all classes below the sessions.
  const isMeasured = dog?.heightClass != null;
  const valuesOf = (session: Week["sessions"][number] | undefined) =>
    session?.byClass && (
      <ClassValuesView
        key={session.title}
        title={session.title}
        values={session.byClass}
        dog={dog}
      />
    );
  return (
    <section className={mergeClasses(styles.week, isLeftOut && styles.notPrinted)}>
      <Heading level={3} className={styles.title}>
        <span className={styles.number}>{t("library:protocol.week", { number })}</span>
        {week.title}
      </Heading>
      <SessionTable
        caption={week.title}
        sessions={week.sessions}
        renderMark={(session) => (
          <>
            {isMeasured && valuesOf(week.sessions[session])}
            {renderMark?.(session)}
          </>
        )}
      />
      {!isMeasured && week.sessions.map((session) => valuesOf(session))}
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
