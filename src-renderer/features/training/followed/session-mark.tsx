import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { CheckmarkCircleFilled, NoteAddRegular, NoteEditRegular } from "@fluentui/react-icons";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import { formatDay } from "#shared/formats.ts";
import { lastStepOf, repetitionsOf, schedule, type SessionPlace } from "#shared/training.ts";
import { isFocusLost } from "#renderer/components/focus-lost.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

// Rarely opened.
const NoteForm = lazyChunk(async () => ({
  default: (await import("./note-form.tsx")).NoteForm,
}));

const useStyles = makeStyles({
  mark: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2px 12px",
    marginTop: "4px",
    fontSize: "15px",
    color: tokens.colorNeutralForeground3,
  },
  state: { display: "inline-flex", alignItems: "center", gap: "6px" },
  done: { color: tokens.colorNeutralForeground1 },
  tick: { flexShrink: 0, color: tokens.colorBrandForeground1 },
  button: { minHeight: "44px", [media.print]: { display: "none" } },
  note: { margin: "4px 0 0", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
});

/** Returns what became of a session, or the day on which it is to be trained, and whether it is done. */
function useMark(plan: TrainingPlan, place: SessionPlace, today: string) {
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
  if (step.result === "skipped") return { isDone: false, text: t("mark.skipped", { day }) };
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

type SessionMarkProps = { plan: TrainingPlan; place: SessionPlace; today: string };

/** Tick, day and note of a session that is followed. */
export function SessionMark({ plan, place, today }: SessionMarkProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(false));
    if (isFocusLost()) button.current?.focus();
  };
  const { text, isDone } = useMark(plan, place, today);
  const note = plan.notes.find(
    ({ week, session }) => week === place.week && session === place.session,
  );
  return (
    <>
      <span className={styles.mark}>
        <span className={mergeClasses(styles.state, isDone && styles.done)}>
          {isDone && <CheckmarkCircleFilled fontSize={20} className={styles.tick} aria-hidden />}
          {text}
        </span>
        {!isEditing && (
          <Button
            ref={button}
            size="small"
            appearance="subtle"
            className={styles.button}
            icon={note ? <NoteEditRegular /> : <NoteAddRegular />}
            onPointerEnter={() => void NoteForm.load()}
            onClick={() => setEditing(true)}
          >
            {note ? t("note.edit") : t("note.add")}
          </Button>
        )}
      </span>
      {note && !isEditing && <span className={styles.note}>{note.text}</span>}
      {isEditing && (
        <NoteForm {...{ plan, place, today }} text={note?.text ?? ""} onClose={close} />
      )}
    </>
  );
}
