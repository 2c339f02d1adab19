import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { CheckmarkCircleFilled } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import { formatDay } from "#shared/formats.ts";
import { lastStepOf, repetitionsOf, schedule, type SessionPosition } from "#shared/training.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { SessionNote } from "./session-note.tsx";

const useStyles = makeStyles({
  state: { display: "inline-flex", alignItems: "center", gap: "6px" },
  done: { color: tokens.colorNeutralForeground1 },
  skipped: { [media.print]: { display: "none" } },
  tick: { flexShrink: 0, color: tokens.colorBrandForeground1 },
});

/** Returns the outcome of a session, or the day on which it is due, and whether it is done. */
function useMark(plan: TrainingPlan, place: SessionPosition, today: string) {
  const { t, i18n } = useTranslation("training");
  const weeks = (plan.protocol?.weeks ?? []).map((length) => ({
    sessions: Array.from({ length }),
  }));
  const planned = schedule(plan, weeks, today).find(
    ({ week, session }) => week === place.week && session === place.session,
  );
  const step = lastStepOf(plan.steps, place);
  if (planned) {
    const day = formatDay(planned.on, i18n.language);
    return { isDone: false, text: t("mark.planned", { day }) };
  }
  if (!step) return { isDone: false, text: "" };
  const day = formatDay(step.on, i18n.language);
  if (step.result === "skipped")
    return { isDone: false, isSkipped: true, text: t("mark.skipped", { day }) };
  if (step.result !== "done") return { isDone: false, text: "" };
  const { right } = step;
  return {
    isDone: true,
    text:
      right === null
        ? t("mark.done", { day })
        : t("mark.counted", { day, right, of: repetitionsOf(step) }),
  };
}

type SessionMarkProps = { plan: TrainingPlan; place: SessionPosition; today: string };

export function SessionMark({ plan, place, today }: SessionMarkProps) {
  const styles = useStyles();
  const { text, isDone, isSkipped = false } = useMark(plan, place, today);
  const note = plan.notes.find(
    ({ week, session }) => week === place.week && session === place.session,
  );
  return (
    <SessionNote {...{ place, today }} planId={plan.id} text={note?.text ?? ""}>
      <span
        className={mergeClasses(styles.state, isDone && styles.done, isSkipped && styles.skipped)}
      >
        {isDone && <CheckmarkCircleFilled fontSize={20} className={styles.tick} aria-hidden />}
        {text}
      </span>
    </SessionNote>
  );
}
