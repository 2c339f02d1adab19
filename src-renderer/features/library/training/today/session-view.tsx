import { Button, makeStyles } from "@fluentui/react-components";
import { PhoneRegular, PlayFilled } from "@fluentui/react-icons";
import { useEffect, useMemo, useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import {
  setTrainingTimer,
  type StepOutcome,
  type TrainingPlan,
} from "../../../../../src-shared/api/training.ts";
import { useButtonLook } from "../../../../components/links.tsx";
import { lazyChunk } from "../../../../components/load-chunk.ts";
import { useStepAddress } from "../../../../components/step-mode/use-step-address.ts";
import { loadNamespaces } from "../../../../i18n/i18n.ts";
import { changePlan } from "../plan-changes.ts";
import { sessionSteps } from "./session-text.ts";

// Needed once a session is trained.
const load = () => import("./session-work.ts");
const SessionTimer = lazyChunk(async () => ({ default: (await load()).SessionTimer }));
const ResultForm = lazyChunk(async () => ({ default: (await load()).ResultForm }));

const FieldMode = lazyChunk(async () => {
  const [work] = await Promise.all([load(), loadNamespaces(["field"])]);
  return { default: work.FieldMode };
});

const prepare = () => {
  void SessionTimer.load();
  void ResultForm.load();
};

const useStyles = makeStyles({
  steps: { display: "grid", gap: "8px", margin: 0, paddingLeft: "20px", maxWidth: "66ch" },
  single: { margin: 0, maxWidth: "66ch" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
  field: { justifySelf: "start", minHeight: "44px" },
});

type Session = NonNullable<TrainingPlan["next"]>;

/** What to do in a session, one step a line. */
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

type ReadyProps = {
  busy: boolean;
  onStart: () => void;
  onResult: () => void;
  onSkip: () => void;
};

function ReadyActions({ busy, onStart, onResult, onSkip }: ReadyProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const accent = useButtonLook("accent");
  return (
    <div className={styles.actions} onPointerEnter={prepare} onFocus={prepare}>
      <Button size="large" {...accent} icon={<PlayFilled />} onClick={onStart}>
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

/** A timer as it was at a time in ms since 1970; null without one. */
type HeldTimer = { timer: TrainingPlan["timer"]; at: number };

/** Returns what is left of a timer now, or null. */
function timerNow({ timer, at }: HeldTimer) {
  if (!timer?.isRunning) return timer;
  const passed = Math.round((Date.now() - at) / 1000);
  return { isRunning: true, secondsLeft: timer.secondsLeft - passed };
}

/** Keeps the timer while its parts come and go, also without a connection, and sends every change. */
function useHeldTimer({ id, revision, timer }: TrainingPlan, today: string, loadedAt: number) {
  const [held, hold] = useState<HeldTimer>({ timer, at: loadedAt });
  return {
    now: () => timerNow(held),
    isSet: held.timer !== null,
    set: (state: NonNullable<TrainingPlan["timer"]>) => {
      hold({ timer: state, at: Date.now() });
      const body = { today, revision, timer: state };
      void changePlan(setTrainingTimer, { params: { id }, body });
    },
  };
}

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
  today: string;
  /** When the plan arrived, in ms since 1970. */
  loadedAt: number;
  busy: boolean;
  onOutcome: (outcome: StepOutcome) => void;
  /** Takes the focus when the button that had it is replaced by others. */
  onSwitch: () => void;
  /** Is told whether the session is being trained. */
  onOpen: (isOpen: boolean) => void;
};

/** A session to train: what to do, its timer, and the question how it went; in field mode on the whole screen. */
export function SessionView(props: SessionViewProps) {
  const { plan, session, today, loadedAt, busy, onOutcome, onSwitch, onOpen } = props;
  const styles = useStyles();
  const { t } = useTranslation("training");
  const steps = useMemo(() => sessionSteps(session.description), [session.description]);
  const field = useStepAddress("field", steps.length);
  const timer = useHeldTimer(plan, today, loadedAt);
  const [mode, setMode] = useState<Mode>(timer.isSet ? "timer" : "ready");
  const isInField = field.at !== null;
  useOpenSession(mode !== "ready" || isInField, onOpen);
  const start = () => {
    timer.set({ secondsLeft: session.minutes * 60, isRunning: true });
    setMode("timer");
    onSwitch();
  };
  const initial = timer.now();
  return (
    <>
      <div lang={plan.protocol?.language}>
        <SessionSteps steps={steps} />
      </div>
      {mode === "ready" && (
        <ReadyActions
          busy={busy}
          onStart={start}
          onResult={() => setMode("result")}
          onSkip={() => onOutcome({ result: "skipped" })}
        />
      )}
      {!isInField && mode === "timer" && initial && (
        <SessionTimer initial={initial} onChange={timer.set} onDone={() => setMode("result")} />
      )}
      {!isInField && mode === "result" && (
        <ResultForm
          busy={busy}
          onOutcome={onOutcome}
          onCancel={() => {
            setMode(timer.isSet ? "timer" : "ready");
            onSwitch();
          }}
        />
      )}
      {mode !== "result" && (
        <Button
          size="large"
          className={styles.field}
          icon={<PhoneRegular />}
          onPointerEnter={() => void FieldMode.load().catch(() => {})}
          onFocus={() => void FieldMode.load().catch(() => {})}
          onClick={() => field.open(0)}
        >
          {t("field")}
        </Button>
      )}
      {isInField && (
        <ErrorBoundary fallback={null} onError={field.close}>
          <FieldMode
            {...{ plan, session, steps, busy }}
            address={field}
            timer={initial}
            onStart={start}
            onTimer={timer.set}
            onOutcome={(outcome) => {
              field.close();
              onOutcome(outcome);
            }}
          />
        </ErrorBoundary>
      )}
    </>
  );
}
