import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular, PauseRegular, PlayRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { TrainingPlan } from "#shared/api/training.ts";
import { formatDuration } from "#shared/formats.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { StepDialog, TurnButtons } from "#renderer/components/step-mode/step-dialog.tsx";
import type { StepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { inBrand } from "#renderer/theme/in-brand.ts";
import { ClassValuesView } from "../class-values.tsx";
import type { UnsentResult } from "../unsent-results.ts";
import { ResultForm } from "./result-form.tsx";
import { TimerOver } from "./timer-over.tsx";
import { useCountdown, type TimerState } from "./use-countdown.ts";

const useStyles = makeStyles({
  values: { marginTop: "16px", fontSize: "24px", lineHeight: 1.35 },
  keys: { margin: 0, fontSize: "15px", lineHeight: "20px", color: "#cdd4cf" },
  step: { margin: 0, fontSize: "clamp(24px, 4vw, 40px)", lineHeight: 1.35 },
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
    lineHeight: "56px",
    whiteSpace: "nowrap",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
  },
  over: { margin: 0, fontWeight: 600, color: inBrand("#ffc46b") },
  wide: { gridColumn: "1 / -1" },
  button: { minWidth: "64px", minHeight: "56px" },
  start: { minHeight: "56px", fontSize: "20px" },
});

type FieldTimerProps = { initial: TimerState; onChange: (state: TimerState) => void };

/** The timer in one line, with large buttons. */
function FieldTimer({ initial, onChange }: FieldTimerProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const timer = useCountdown(initial, onChange);
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

type FieldModeProps = {
  plan: TrainingPlan;
  session: NonNullable<TrainingPlan["next"]>;
  /** What to do, one step a page; the last page asks how it went. */
  steps: readonly string[];
  address: StepAddress;
  /** Null until the timer was started. */
  timer: TimerState | null;
  busy: boolean;
  /** A result that was entered and could not be sent yet. */
  unsent: UnsentResult | null;
  onStart: () => void;
  onTimer: (state: TimerState) => void;
  onOutcome: (outcome: StepOutcome) => void;
};

/** Returns the name of the dialog: session, protocol and dog, of which a member may have several. */
function useFieldLabel({ dog, protocol }: TrainingPlan, { title }: { title: string }): string {
  const { t } = useTranslation("field");
  const names = { title, protocol: protocol?.title ?? "" };
  return dog ? t("labelWithDog", { ...names, dog: dog.name }) : t("label", names);
}

/** A session step by step on the whole screen, to follow beside the dog with one hand. */
export default function FieldMode(props: FieldModeProps) {
  const { plan, session, steps, address, timer, busy, unsent, onStart, onTimer, onOutcome } = props;
  const styles = useStyles();
  const { t, i18n } = useTranslation(["field", "training"]);
  const label = useFieldLabel(plan, session);
  const at = address.at ?? 0;
  const step = steps[at];
  const isLast = at === steps.length - 1;
  return (
    <StepDialog
      address={address}
      label={label}
      place={step === undefined ? t("result") : t("step", { number: at + 1, total: steps.length })}
      texts={{ leave: t("leave"), awake: t("awake"), mayDim: t("mayDim") }}
      lang={step === undefined ? i18n.language : plan.protocol?.language}
      footer={
        <>
          {timer ? (
            <FieldTimer initial={timer} onChange={onTimer} />
          ) : (
            <Button size="large" className={styles.start} icon={<PlayRegular />} onClick={onStart}>
              {t("start", { minutes: session.minutes })}
            </Button>
          )}
          {step !== undefined && (
            <TurnButtons
              previous={t("previous")}
              next={t(isLast ? "toResult" : "next")}
              onPrevious={at === 0 ? undefined : () => address.go(at - 1)}
              onNext={() => address.go(at + 1)}
            />
          )}
          {at === 0 && <p className={styles.keys}>{t("keys")}</p>}
        </>
      }
    >
      {step === undefined ? (
        <ResultForm
          {...{ plan, session, busy, unsent, onOutcome }}
          onCancel={() => address.go(steps.length - 1)}
        />
      ) : (
        <>
          <p className={styles.step}>{step}</p>
          <div className={styles.values}>
            <ClassValuesView title={session.title} values={session.byClass} dog={plan.dog} />
          </div>
        </>
      )}
    </StepDialog>
  );
}
