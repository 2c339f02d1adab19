import { Button, makeStyles } from "@fluentui/react-components";
import { PlayFilled } from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  setTrainingTimer,
  type StepOutcome,
  type TrainingPlan,
} from "../../../../../src-shared/api/training.ts";
import { useButtonLook } from "../../../../components/links.tsx";
import { lazyChunk } from "../../../../components/load-chunk.ts";
import { changePlan } from "../plan-changes.ts";
import { sessionSteps } from "./session-text.ts";

// Needed once a session is trained.
const load = () => import("./session-work.ts");
const SessionTimer = lazyChunk(async () => ({ default: (await load()).SessionTimer }));
const ResultForm = lazyChunk(async () => ({ default: (await load()).ResultForm }));

const prepare = () => {
  void SessionTimer.load();
  void ResultForm.load();
};

const useStyles = makeStyles({
  steps: { display: "grid", gap: "8px", margin: 0, paddingLeft: "20px", maxWidth: "66ch" },
  single: { margin: 0, maxWidth: "66ch" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

type Session = NonNullable<TrainingPlan["next"]>;

/** What to do in a session, one step a line. */
function SessionSteps({ description }: Pick<Session, "description">) {
  const styles = useStyles();
  const steps = sessionSteps(description);
  if (steps.length < 2) return <p className={styles.single}>{description}</p>;
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

/** Returns what is left of the plan's timer now, or null. */
function timerNow({ timer }: TrainingPlan, loadedAt: number) {
  if (!timer?.isRunning) return timer;
  const passed = Math.round((Date.now() - loadedAt) / 1000);
  return { isRunning: true, secondsLeft: Math.max(0, timer.secondsLeft - passed) };
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
};

/** A session to train: what to do, its timer, and the question how it went. */
export function SessionView(props: SessionViewProps) {
  const { plan, session, today, loadedAt, busy, onOutcome, onSwitch } = props;
  const { id, revision, protocol } = plan;
  const [timer, setTimer] = useState(() => timerNow(plan, loadedAt));
  const [mode, setMode] = useState<Mode>(timer ? "timer" : "ready");
  const start = () => {
    const state = { secondsLeft: session.minutes * 60, isRunning: true };
    setTimer(state);
    setMode("timer");
    onSwitch();
    void changePlan(setTrainingTimer, { params: { id }, body: { today, revision, timer: state } });
  };
  const cancel = () => {
    setTimer(timerNow(plan, loadedAt));
    setMode(plan.timer ? "timer" : "ready");
    onSwitch();
  };
  return (
    <>
      <div lang={protocol?.language}>
        <SessionSteps description={session.description} />
      </div>
      {mode === "ready" && (
        <ReadyActions
          busy={busy}
          onStart={start}
          onResult={() => setMode("result")}
          onSkip={() => onOutcome({ result: "skipped" })}
        />
      )}
      {mode === "timer" && timer && (
        <SessionTimer plan={plan} today={today} initial={timer} onDone={() => setMode("result")} />
      )}
      {mode === "result" && <ResultForm busy={busy} onOutcome={onOutcome} onCancel={cancel} />}
    </>
  );
}
