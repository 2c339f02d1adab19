import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular, PauseRegular, PlayRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, formatMoment } from "#shared/formats.ts";
import { landscapePhone } from "#renderer/components/step-mode/step-dialog.tsx";
import { setTrainingTimer, type TrainingPlan } from "#shared/api/training.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { useCountdown, type TimerState } from "./use-countdown.ts";
import { changePlan } from "../plan-changes.ts";

/** A timer as it was at a time in ms since 1970; null without one. */
type LoadedTimer = { timer: TrainingPlan["timer"]; at: number };

/** Returns the remaining time of a timer, or null. */
function timerNow({ timer, at }: LoadedTimer) {
  if (!timer?.isRunning) return timer;
  const passed = Math.round((Date.now() - at) / 1000);
  return { isRunning: true, secondsLeft: timer.secondsLeft - passed };
}

/** Keeps the timer of a plan that arrived at `loadedAt` while its parts come and go, and sends every change. */
export function usePlanTimer(plan: TrainingPlan, today: string, loadedAt: number) {
  const { id, revision, timer } = plan;
  const [loaded, setLoaded] = useState<LoadedTimer>({ timer, at: loadedAt });
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  return {
    now: () => timerNow(loaded),
    isSet: loaded.timer !== null,
    /** Changes the timer; null stops it for good. */
    set: (state: TrainingPlan["timer"]) => {
      setLoaded({ timer: state, at: Date.now() });
      // A start without a connection does not know yet whose it is.
      if (useSession.getState().user === null) return;
      const body = { today, revision, timer: state };
      const send = () => changePlan(setTrainingTimer, { params: { id }, body });
      // One after the other: the server stores the change that arrives last.
      sending.current = sending.current.then(send, send);
    },
  };
}

type TimerOverProps = { timer: ReturnType<typeof useCountdown>; className: string };

/** Says that the time is up, or since when if nobody could hear it. */
function TimerOver({ timer, className }: TimerOverProps) {
  const { t, i18n } = useTranslation("training");
  const { isOver, wasOverAt } = timer;
  return (
    <div role="alert">
      {isOver && (
        <p className={className}>
          {wasOverAt === null
            ? t("timer.over")
            : t("timer.wasOver", { time: formatMoment(wasOverAt, i18n.language) })}
        </p>
      )}
    </div>
  );
}

const useStyles = makeStyles({
  timer: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto auto",
    alignItems: "center",
    gap: "8px 12px",
    textAlign: "start",
  },
  time: {
    margin: 0,
    // On one line also beside the buttons on 320 px.
    fontSize: "clamp(30px, 10vw, 48px)",
    [landscapePhone]: { fontSize: "clamp(26px, 5vw, 44px)" },
    lineHeight: "56px",
    whiteSpace: "nowrap",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
  },
  over: { margin: 0, fontWeight: 600, color: tokens.colorAccentText },
  left: {
    margin: 0,
    fontSize: "32px",
    lineHeight: "40px",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
  },
  wide: { gridColumn: "1 / -1" },
  button: { minWidth: "64px", minHeight: "56px" },
  start: { minHeight: "56px", fontSize: "20px" },
});

/** Shows how long a session still takes, and rings, while field mode is closed. */
export function TimeLeft({ initial }: { initial: TimerState }) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const timer = useCountdown(initial, () => {});
  return (
    <div>
      <p role="timer" aria-label={t("timer.left")} className={styles.left}>
        {formatDuration(timer.secondsLeft)}
      </p>
      <TimerOver timer={timer} className={styles.over} />
    </div>
  );
}

type CountdownProps = { initial: TimerState; onChange: (state: TimerState) => void };

/** The timer in one line, with large buttons. */
function Countdown({ initial, onChange }: CountdownProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const timer = useCountdown(initial, onChange);
  const isOverNow = timer.isOver && timer.wasOverAt === null;
  useEffect(() => {
    if (isOverNow) navigator.vibrate?.([300, 150, 300]);
  }, [isOverNow]);
  return (
    <div className={styles.timer}>
      <p role="timer" aria-label={t("timer.left")} className={styles.time}>
        {formatDuration(timer.secondsLeft)}
      </p>
      <Button
        size="large"
        className={styles.button}
        icon={timer.isRunning && !timer.isOver ? <PauseRegular /> : <PlayRegular />}
        aria-label={t(timer.isRunning && !timer.isOver ? "timer.pause" : "timer.resume")}
        disabledFocusable={timer.isOver}
        onClick={timer.toggle}
      />
      <Button
        size="large"
        className={styles.button}
        icon={<AddRegular />}
        onClick={timer.addMinute}
      >
        {t("timer.addMinute")}
      </Button>
      <div className={styles.wide}>
        <TimerOver timer={timer} className={styles.over} />
      </div>
    </div>
  );
}

type FieldTimerProps = {
  /** Null until the timer was started. */
  timer: TimerState | null;
  /** Of the session. */
  minutes: number;
  onStart: () => void;
  onTimer: (state: TimerState) => void;
};

export function FieldTimer({ timer, minutes, onStart, onTimer }: FieldTimerProps) {
  const styles = useStyles();
  const { t } = useTranslation("field");
  if (timer) return <Countdown initial={timer} onChange={onTimer} />;
  return (
    <Button size="large" className={styles.start} icon={<PlayRegular />} onClick={onStart}>
      {t("start", { minutes })}
    </Button>
  );
}
