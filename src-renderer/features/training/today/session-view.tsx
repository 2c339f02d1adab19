import { Button, makeStyles } from "@fluentui/react-components";
import { PhoneRegular, PlayFilled } from "@fluentui/react-icons";
import { useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { Course } from "#renderer/components/course/course.tsx";
import { focusInPlace } from "#renderer/components/focus-lost.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { Notice } from "#renderer/components/notice.tsx";
import type { StepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { ClassValuesView } from "../class-values.tsx";
import type { UnsentResult } from "../unsent-results.ts";
import { useHeldTimer } from "./field-timer.tsx";

const useSessionActionsStyles = makeStyles({
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

type SessionActionsProps = {
  busy: boolean;
  /** Whether they replaced the button that had the focus. */
  takeFocus: boolean;
  /** Fetches what the actions need. */
  prepare: () => void;
  onStart: () => void;
  onResult: () => void;
  onSkip: () => void;
};

/** What can be done with a session that has not begun. */
function SessionActions(props: SessionActionsProps) {
  const { busy, takeFocus, prepare, onStart, onResult, onSkip } = props;
  const styles = useSessionActionsStyles();
  const { t } = useTranslation("training");
  const accent = useButtonLook("accent");
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takeFocus) focusInPlace(start.current);
  }, [takeFocus]);
  return (
    <div className={styles.actions} onPointerEnter={prepare} onFocus={prepare}>
      <Button ref={start} size="large" {...accent} icon={<PlayFilled />} onClick={onStart}>
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

// Needed once a session is trained.
const SessionTimer = lazyChunk(async () => ({
  default: (await import("./session-timer.tsx")).SessionTimer,
}));
const ResultForm = lazyChunk(async () => ({
  default: (await import("./result-form.tsx")).ResultForm,
}));
const FieldMode = lazyChunk(() => import("./field-mode.tsx"));

// What does not load is reported where it is rendered.
const prepare = () => {
  void SessionTimer.load().catch(() => {});
  void ResultForm.load().catch(() => {});
};
const prepareField = () => void FieldMode.load().catch(() => {});

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

/** Tells that a session is being trained: its day stays until it is finished, also after midnight. */
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
  /** Is told whether the session is being trained. */
  onOpen: (isOpen: boolean) => void;
};

/** Returns the parts of a session between which the user switches, and what switches them. */
function useSessionMode({ plan, session, field, today, loadedAt, unsent }: SessionViewProps) {
  const timer = useHeldTimer(plan, today, loadedAt);
  const begun = timer.isSet ? "timer" : "ready";
  const [mode, setMode] = useState<Mode>(unsent ? "result" : begun);
  const [isMissing, setMissing] = useState(false);
  const [isSwitched, setSwitched] = useState(false);
  const enter = (next: Mode) => {
    setMissing(false);
    // Field mode covers the button, which gets the focus back from it.
    setSwitched(field.at === null);
    setMode(next);
  };
  return {
    mode,
    timer,
    isMissing,
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
    /** The code of a part did not load. */
    miss: () => {
      setMissing(true);
      setMode("ready");
    },
  };
}

/** A session to train: what to do, its timer, and the question how it went; in field mode on the whole screen. */
export function SessionView(props: SessionViewProps) {
  const { plan, session, steps, field, busy, unsent, onOutcome, onOpen } = props;
  const styles = useStyles();
  const { t } = useTranslation(["training", "common"]);
  const { mode, timer, isMissing, isSwitched, miss, ...go } = useSessionMode(props);
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
      {isMissing && <Notice intent="error">{t("common:failed.text")}</Notice>}
      {mode === "ready" && (
        <SessionActions
          {...{ busy, prepare }}
          takeFocus={isSwitched}
          onStart={go.start}
          onResult={go.askForResult}
          onSkip={() => onOutcome({ result: "skipped" })}
        />
      )}
      {!isInField && mode === "timer" && initial && (
        <ErrorBoundary fallback={null} onError={miss}>
          <SessionTimer
            initial={initial}
            takesFocus={isSwitched}
            onChange={timer.set}
            onDone={go.askForResult}
            onPutBack={go.putTimerBack}
          />
        </ErrorBoundary>
      )}
      {!isInField && mode === "result" && (
        <ErrorBoundary fallback={null} onError={miss}>
          <ResultForm {...{ plan, session, busy, unsent, onOutcome }} onCancel={go.leaveResult} />
        </ErrorBoundary>
      )}
      {mode !== "result" && (
        <Button
          size="large"
          className={styles.field}
          icon={<PhoneRegular />}
          onPointerEnter={prepareField}
          onFocus={prepareField}
          onClick={() => field.open(0)}
        >
          {t("field")}
        </Button>
      )}
      {isInField && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            field.close();
            miss();
          }}
        >
          <FieldMode
            {...{ plan, session, steps, busy, unsent, onOutcome }}
            address={field}
            timer={initial}
            onStart={go.start}
            onTimer={timer.set}
          />
        </ErrorBoundary>
      )}
    </>
  );
}
