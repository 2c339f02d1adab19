import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular, PauseRegular, PlayRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { formatDuration } from "#shared/formats.ts";
import { focusWithPart } from "#renderer/components/keep-focus.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { TimerOver } from "./field-timer.tsx";
import { useCountdown, type TimerState } from "./use-countdown.ts";

const useStyles = makeStyles({
  timer: { display: "grid", gap: "12px" },
  time: {
    justifySelf: "start",
    margin: 0,
    outlineOffset: "4px",
    fontSize: "64px",
    lineHeight: "72px",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
  },
  over: { margin: 0, fontWeight: 600, color: tokens.colorAccentText },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

type SessionTimerProps = {
  initial: TimerState;
  /** Whether it replaced the button that had the focus. */
  takesFocus: boolean;
  onChange: (state: TimerState) => void;
  /** Follows the end of the training, in time or earlier. */
  onDone: () => void;
  /** Takes the timer back: the session is trained another time. */
  onPutBack: () => void;
};

/** Counts down the minutes of a session. The server knows its end, so that it survives a reload. */
export function SessionTimer(props: SessionTimerProps) {
  const { initial, takesFocus, onChange, onDone, onPutBack } = props;
  const styles = useStyles();
  const { t } = useTranslation("training");
  const accent = useButtonLook("accent");
  const timer = useCountdown(initial, onChange);
  return (
    <div className={styles.timer}>
      <p
        ref={takesFocus ? focusWithPart : null}
        tabIndex={-1}
        role="timer"
        aria-label={t("timer.left")}
        className={styles.time}
      >
        {formatDuration(timer.secondsLeft)}
      </p>
      <TimerOver timer={timer} className={styles.over} />
      <div className={styles.actions}>
        <Button size="large" {...accent} onClick={onDone}>
          {t("timer.done")}
        </Button>
        {!timer.isOver && (
          <Button
            size="large"
            className={styles.button}
            icon={timer.isRunning ? <PauseRegular /> : <PlayRegular />}
            onClick={timer.toggle}
          >
            {timer.isRunning ? t("timer.pause") : t("timer.resume")}
          </Button>
        )}
        <Button
          size="large"
          className={styles.button}
          icon={<AddRegular />}
          onClick={timer.addMinute}
        >
          {t("timer.addMinute")}
        </Button>
        <Button size="large" appearance="subtle" className={styles.button} onClick={onPutBack}>
          {t("timer.putBack")}
        </Button>
      </div>
    </div>
  );
}
