import { Button, makeStyles } from "@fluentui/react-components";
import { TimerRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { Markdown } from "#renderer/components/markdown.tsx";
import type { Ticks } from "../ticks.ts";
import { useTickStyles } from "../tick-styles.ts";
import { durationText } from "../timers/durations.ts";
import { startTimer, type useTimers } from "../timers/timers.ts";
import type { Step } from "./steps.ts";
import { timesIn } from "./times-in-text.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "24px" },
  text: {
    maxWidth: "none",
    fontSize: "clamp(26px, 4vw, 44px)",
    lineHeight: 1.3,
    "& p": { margin: "0 0 0.5em" },
  },
  timers: { display: "flex", flexWrap: "wrap", gap: "12px", ":empty": { display: "none" } },
  button: { minHeight: "56px", fontSize: "18px" },
  done: {
    display: "inline-flex",
    alignItems: "center",
    gap: "12px",
    minHeight: "44px",
    fontSize: "20px",
    cursor: "pointer",
  },
});

type CookStepProps = {
  entry: Entry;
  step: Step;
  /** From 1. */
  number: number;
  ticks: Ticks;
  timers: ReturnType<typeof useTimers>;
};

/** One step in large letters, a box to tick it off, and a button for each time that it names. */
export function CookStep({ entry, step, number, ticks, timers }: CookStepProps) {
  const styles = useStyles();
  const tick = useTickStyles();
  const { t, i18n } = useTranslation("cooking");
  const { slug, title } = entry;
  const isRunning = (seconds: number) =>
    timers.some(
      (timer) => timer.slug === slug && timer.step === number && timer.seconds === seconds,
    );
  return (
    <div className={styles.root}>
      <Markdown className={styles.text} idPrefix="step-">
        {step.text}
      </Markdown>
      <div lang={i18n.language} className={styles.timers}>
        {timesIn(step.text).map((seconds) => (
          <Button
            key={seconds}
            size="large"
            icon={<TimerRegular />}
            className={styles.button}
            disabledFocusable={isRunning(seconds)}
            onClick={() => startTimer({ slug, title, step: number, seconds })}
          >
            {t("timer.start", { duration: durationText(seconds) })}
          </Button>
        ))}
      </div>
      <label lang={i18n.language} className={styles.done}>
        <input
          type="checkbox"
          className={tick.box}
          checked={ticks.isDone("step", number - 1)}
          onChange={() => ticks.toggle("step", number - 1)}
        />
        {t("mode.done")}
      </label>
    </div>
  );
}
