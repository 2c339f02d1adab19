import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
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
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "&[open] > summary > svg": { transform: "rotate(180deg)" },
    [media.print]: {
      padding: "8px 0",
      // Folded weeks are printed as well.
      "&::details-content": { contentVisibility: "visible" },
    },
  },
  notPrinted: { [media.print]: { display: "none" } },
  summary: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px",
    padding: "16px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    cursor: "pointer",
    listStyleType: "none",
    "::-webkit-details-marker": { display: "none" },
    "& > svg": {
      flexShrink: 0,
      color: tokens.colorNeutralForeground3,
      transitionProperty: "transform",
      transitionDuration: "160ms",
      transitionTimingFunction: "ease-out",
      [media.print]: { display: "none" },
    },
    [media.phone]: { paddingLeft: "16px", paddingRight: "16px" },
    [media.print]: { display: "block", padding: 0 },
  },
  content: {
    padding: "0 24px 16px",
    [media.phone]: { paddingLeft: "16px", paddingRight: "16px" },
    [media.print]: { padding: 0 },
  },
  title: { fontSize: "22px", lineHeight: "28px" },
  number: {
    display: "block",
    fontFamily: tokens.fontFamilyBase,
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorAccentText,
  },
});

type Week = NonNullable<Entry["weeks"]>[number];

type WeekSectionProps = {
  /** Whether it is unfolded until somebody folds it. */
  isOpen: boolean;
  week: Week;
  /** Counted from 1. */
  number: number;
  /** Whether the current print omits it. */
  isLeftOut: boolean;
  /** Renders what became of a session, counted from 0; none for a protocol that is not followed. */
  renderMark?: ((session: number) => ReactNode) | undefined;
  /** The dog that is trained, if the protocol is followed with one. */
  dog: TrainingPlan["dog"];
};

/** One week: its title, and its sessions, which are folded away unless it is open. */
export function WeekSection(props: WeekSectionProps) {
  const { week, number, isOpen, isLeftOut, renderMark, dog } = props;
  const styles = useStyles();
  const { t } = useTranslation("library");
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
    <details open={isOpen} className={mergeClasses(styles.week, isLeftOut && styles.notPrinted)}>
      <summary className={styles.summary}>
        <Heading level={3} className={styles.title}>
          <span className={styles.number}>{t("protocol.week", { number })}</span>
          {week.title}
        </Heading>
        <ChevronDownRegular aria-hidden fontSize={24} />
      </summary>
      <div className={styles.content}>
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
      </div>
    </details>
  );
}
