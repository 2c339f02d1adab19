import { Button, makeStyles } from "@fluentui/react-components";
import { PhoneRegular, PlayFilled } from "@fluentui/react-icons";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { Course } from "#renderer/components/course/course.tsx";
import { focusOnMount } from "#renderer/components/keep-focus.ts";
import type { StepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { ClassValuesView } from "../class-values.tsx";
import type { UnsentResult } from "../unsent-results.ts";
import { FieldMode } from "./field-mode.tsx";
import { useHeldTimer } from "./field-timer.tsx";
import { ResultForm } from "./result-form.tsx";
import { SessionTimer } from "./session-timer.tsx";

const useSessionActionsStyles = makeStyles({
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

type SessionActionsProps = {
  busy: boolean;
  /** Whether they replaced the button that had the focus. */
  takeFocus: boolean;
  onStart: () => void;
  onResult: () => void;
  onSkip: () => void;
};

/** What can be done with a session that has not begun. */
function SessionActions(props: SessionActionsProps) {
  const { busy, takeFocus, onStart, onResult, onSkip } = props;
  const styles = useSessionActionsStyles();
  const { t } = useTranslation("training");
  const accent = useButtonLook("accent");
  return (
    <div className={styles.actions}>
      <Button
        ref={takeFocus ? focusOnMount : null}
        size="large"
        {...accent}
        icon={<PlayFilled />}
        onClick={onStart}
      >
        {t("start")}
      </Button>
      <Button size="large" className={styles.button} onClick={onResult}>
        {t("enterResult")}
      </Button>
      <Button
        size="large"
        appearance="subtle"
        className={styles.button}
        disabledFocusable={busy}
        onClick={onSkip}
      >
        {t("skip")}
      </Button>
    </div>
  );
}

const useStyles = makeStyles({
  steps: { display: "grid", gap: "8px", margin: 0, paddingLeft: "20px", maxWidth: "66ch" },
  single: { margin: 0, maxWidth: "66ch" },
  field: { justifySelf: "start", minHeight: "44px" },
});

type Session = NonNullable<TrainingPlan["next"]>;

function SessionSteps({ steps }: { steps: readonly string[] }) {
  const styles = useStyles();
  if (steps.length < 2) return <p className={styles.single}>{steps[0]}</p>;
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

type Mode = "ready" | "timer" | "result";

/** Reports that a session is being trained: its day stays until it is finished, also after midnight. */
function useOpenSession(isOpen: boolean, onOpen: (isOpen: boolean) => void): void {
  const report = useRef(onOpen);
  useEffect(() => void (report.current = onOpen));
  useEffect(() => {
    report.current(isOpen);
    return () => report.current(false);
  }, [isOpen]);
}

type SessionViewProps = {
  plan: TrainingPlan;
  session: Session;
  steps: readonly string[];
  field: StepAddress;
  today: string;
  /** When the plan arrived, in ms since 1970. */
  loadedAt: number;
  busy: boolean;
  /** A result that was entered and could not be sent yet. */
  unsent: UnsentResult | null;
  onOutcome: (outcome: StepOutcome) => void;
  /** Called when the session begins and ends. */
  onOpen: (isOpen: boolean) => void;
};

/** Returns the parts of a session between which the user switches, and what switches them. */
function useSessionMode({ plan, session, field, today, loadedAt, unsent }: SessionViewProps) {
  const timer = useHeldTimer(plan, today, loadedAt);
  const begun = timer.isSet ? "timer" : "ready";
  const [mode, setMode] = useState<Mode>(unsent ? "result" : begun);
  const [isSwitched, setSwitched] = useState(false);
  const enter = (next: Mode) => {
    // Field mode covers the button, which gets the focus back from it.
    setSwitched(field.at === null);
    setMode(next);
  };
  return {
    mode,
    timer,
    /** Whether a part replaced another one, whose button had the focus. */
    isSwitched,
    start: () => {
      if (!timer.isSet) timer.set({ secondsLeft: session.minutes * 60, isRunning: true });
      enter("timer");
    },
    putTimerBack: () => {
      timer.set(null);
      enter("ready");
    },
    askForResult: () => enter("result"),
    leaveResult: () => enter(begun),
  };
}

/** A session to train: what to do, its timer, and the question how it went; in field mode on the whole screen. */
export function SessionView(props: SessionViewProps) {
  const { plan, session, steps, field, busy, unsent, onOutcome, onOpen } = props;
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { mode, timer, isSwitched, ...go } = useSessionMode(props);
  const isInField = field.at !== null;
  useOpenSession(mode !== "ready" || isInField, onOpen);
  const initial = timer.now();
  return (
    <>
      <div lang={plan.protocol?.language}>
        <SessionSteps steps={steps} />
        {session.course !== undefined && <Course text={session.course} />}
      </div>
      <ClassValuesView title={session.title} values={session.byClass} dog={plan.dog} />
      {mode === "ready" && (
        <SessionActions
          busy={busy}
          takeFocus={isSwitched}
          onStart={go.start}
          onResult={go.askForResult}
          onSkip={() => onOutcome({ result: "skipped" })}
        />
      )}
      {!isInField && mode === "timer" && initial && (
        <SessionTimer
          initial={initial}
          takesFocus={isSwitched}
          onChange={timer.set}
          onDone={go.askForResult}
          onPutBack={go.putTimerBack}
        />
      )}
      {!isInField && mode === "result" && (
        <ResultForm {...{ plan, session, busy, unsent, onOutcome }} onCancel={go.leaveResult} />
      )}
      {mode !== "result" && (
        <Button
          size="large"
          className={styles.field}
          icon={<PhoneRegular />}
          onClick={() => field.open(0)}
        >
          {t("field")}
        </Button>
      )}
      {isInField && (
        <FieldMode
          {...{ plan, session, steps, busy, unsent, onOutcome }}
          address={field}
          timer={initial}
          onStart={go.start}
          onTimer={timer.set}
        />
      )}
    </>
  );
}
