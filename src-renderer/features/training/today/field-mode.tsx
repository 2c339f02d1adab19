import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import {
  SpeakerOffRegular,
  Speaker2Regular,
  ArrowUndoRegular,
  CheckmarkRegular,
  DismissRegular,
} from "@fluentui/react-icons";
import { useEffect, useState } from "react";
import type { TrainingPlan } from "#shared/api/training.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { InputHint } from "#renderer/components/input-hint.tsx";
import {
  landscapePhone,
  StepDialog,
  TurnButtons,
} from "#renderer/components/step-mode/step-dialog.tsx";
import type { StepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { createDraft } from "#renderer/session/draft.ts";
import { ClassValuesView } from "../class-values.tsx";
import type { PendingResult } from "../pending-results.ts";
import { FieldTimer } from "./field-timer.tsx";
import { ResultForm } from "./result-form.tsx";
import type { TimerState } from "./use-countdown.ts";

/** The repetitions of the session that is being counted, by plan and revision: true for one that was right. */
const countedDraft = createDraft<Readonly<Record<string, readonly boolean[]>>>(
  {},
  (written) => written,
);

/** How long the device vibrates, in ms; a second number is a pause. */
const vibrations = { right: [40], notRight: [40, 80, 40] } as const;

/** Counts repetitions of a session while it is trained; leaving field mode keeps them. With `of` 0 none are counted. */
function useRepetitions({ id, revision }: TrainingPlan, of: number) {
  const key = `${id}.${revision}`;
  const [counted, setCounted] = useState(countedDraft.read()[key] ?? []);
  const keep = (next: readonly boolean[]) => {
    setCounted(next);
    countedDraft.keep(next.length > 0 ? { [key]: next } : {});
  };
  const right = counted.filter((isRight) => isRight).length;
  return {
    of,
    right,
    notRight: counted.length - right,
    isCounted: of > 0 && counted.length >= of,
    add: (isRight: boolean) => {
      if (counted.length >= of) return;
      navigator.vibrate?.([...vibrations[isRight ? "right" : "notRight"]]);
      keep([...counted, isRight]);
    },
    takeBack: () => keep(counted.slice(0, -1)),
    clear: () => keep([]),
  };
}
type Repetitions = ReturnType<typeof useRepetitions>;

const useRepetitionStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) 64px",
    gap: "8px 12px",
  },
  count: {
    minWidth: 0,
    minHeight: "80px",
    padding: "4px 8px",
    fontSize: "20px",
    [landscapePhone]: { minHeight: "64px" },
  },
  undo: {
    minWidth: 0,
    maxWidth: "none",
    minHeight: "80px",
    [landscapePhone]: { minHeight: "64px" },
  },
  sum: { gridColumn: "1 / -1", margin: 0, fontSize: "20px", fontVariantNumeric: "tabular-nums" },
});

/** Two large buttons that count repetitions, right or not, and one that takes the last back. */
function RepetitionCounter({ repetitions }: { repetitions: Repetitions }) {
  const styles = useRepetitionStyles();
  const { t } = useTranslation("field");
  const { of, right, notRight, isCounted, add, takeBack } = repetitions;
  return (
    <div role="group" aria-label={t("counter.label")} className={styles.root}>
      <p aria-live="polite" className={styles.sum}>
        {t("counter.sum", { right, counted: right + notRight, of })}
      </p>
      <Button
        className={styles.count}
        icon={<DismissRegular />}
        disabledFocusable={isCounted}
        onClick={() => add(false)}
      >
        {t("counter.notRight")}
      </Button>
      <Button
        appearance="primary"
        className={styles.count}
        icon={<CheckmarkRegular />}
        disabledFocusable={isCounted}
        onClick={() => add(true)}
      >
        {t("counter.right")}
      </Button>
      <Button
        className={styles.undo}
        icon={<ArrowUndoRegular />}
        aria-label={t("counter.undo")}
        disabledFocusable={right + notRight === 0}
        onClick={takeBack}
      />
    </div>
  );
}

const useReadAloudStyles = makeStyles({
  button: { justifySelf: "center", minHeight: "56px", [landscapePhone]: { minHeight: "44px" } },
});

type ReadAloudProps = {
  /** What is on screen, and its language. */
  text: string;
  lang: string;
};

/** Reads what is on screen aloud once it is asked to, and every page that follows. Nothing where devices have no voice. */
function ReadAloud({ text, lang }: ReadAloudProps) {
  const styles = useReadAloudStyles();
  const { t } = useTranslation("field");
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = lang;
    speechSynthesis.speak(spoken);
    return () => speechSynthesis.cancel();
  }, [isOn, text, lang]);
  if (!("speechSynthesis" in window)) return null;
  return (
    <Button
      appearance="subtle"
      size="large"
      className={styles.button}
      icon={isOn ? <Speaker2Regular /> : <SpeakerOffRegular />}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    >
      {t("aloud")}
    </Button>
  );
}

const useStyles = makeStyles({
  values: {
    marginTop: "16px",
    fontSize: "28px",
    lineHeight: 1.35,
    [landscapePhone]: { marginTop: "12px", fontSize: "22px" },
  },
  hint: {
    margin: 0,
    fontSize: "15px",
    lineHeight: "20px",
    color: "#cdd4cf",
    [landscapePhone]: { display: "none" },
  },
  // Read at arm's length.
  step: {
    margin: 0,
    fontSize: "clamp(32px, 4.5vw, 48px)",
    lineHeight: 1.25,
    [landscapePhone]: { fontSize: "clamp(24px, 3.4vw, 34px)" },
  },
  result: {
    "& p": { fontSize: "20px", lineHeight: "28px" },
    "& button": { minHeight: "56px", fontSize: "20px" },
  },
  start: { minHeight: "56px", fontSize: "20px" },
});

type StepButtonsProps = {
  address: StepAddress;
  steps: number;
  /** Whether all repetitions are counted: only the result is missing. */
  isCounted: boolean;
};

/** The buttons that turn the pages, up to the question how it went. */
function StepButtons({ address, steps, isCounted }: StepButtonsProps) {
  const { t } = useTranslation("field");
  const at = address.at ?? 0;
  const next = isCounted ? steps : at + 1;
  return (
    <TurnButtons
      previous={t("previous")}
      next={t(next === steps ? "toResult" : "next")}
      onPrevious={at === 0 ? undefined : () => address.go(at - 1)}
      onNext={() => address.go(next)}
    />
  );
}

type SaveCountProps = Pick<FieldModeProps, "busy" | "onOutcome"> & { repetitions: Repetitions };

function SaveCount({ repetitions, busy, onOutcome }: SaveCountProps) {
  const styles = useStyles();
  const { t } = useTranslation("field");
  const { right, of, isCounted } = repetitions;
  if (!isCounted) return null;
  return (
    <Button
      appearance="primary"
      size="large"
      className={styles.start}
      disabledFocusable={busy}
      onClick={() => onOutcome({ result: "counted", right })}
    >
      {t("counter.save", { right, of })}
    </Button>
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
  pending: PendingResult | null;
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

/** Says how pages are turned: by fingers, or by keys where there are some. */
function TurnHint() {
  const styles = useStyles();
  const { t } = useTranslation("field");
  return (
    <p className={styles.hint}>
      <InputHint touch={t("swipe")} keys={t("keys")} />
    </p>
  );
}

/** A session step by step on the whole screen, to follow beside the dog with one hand. */
export function FieldMode(props: FieldModeProps) {
  const { plan, session, steps, address, timer, busy, pending, onStart, onTimer, onOutcome } =
    props;
  const styles = useStyles();
  const { t, i18n } = useTranslation(["field", "training"]);
  const label = useFieldLabel(plan, session);
  const { rule } = session;
  const repetitions = useRepetitions(plan, rule.kind === "counted" ? rule.repetitions : 0);
  const at = address.at ?? 0;
  const step = steps[at];
  const lang = (step === undefined ? null : plan.protocol?.language) ?? i18n.language;
  const finish = (outcome: StepOutcome) => {
    repetitions.clear();
    onOutcome(outcome);
  };
  return (
    <StepDialog
      isLow
      address={address}
      label={label}
      place={step === undefined ? t("result") : t("step", { number: at + 1, total: steps.length })}
      texts={{ leave: t("leave"), awake: t("awake"), mayDim: t("mayDim") }}
      lang={lang}
      footer={
        <>
          {step !== undefined && (
            <FieldTimer {...{ timer, onStart, onTimer }} minutes={session.minutes} />
          )}
          {rule.kind === "counted" && !pending && <RepetitionCounter repetitions={repetitions} />}
          {step === undefined ? (
            <SaveCount {...{ repetitions, busy }} onOutcome={finish} />
          ) : (
            <StepButtons {...{ address }} steps={steps.length} isCounted={repetitions.isCounted} />
          )}
          <ReadAloud text={step ?? t("result")} lang={lang} />
          {at === 0 && <TurnHint />}
        </>
      }
    >
      {step === undefined ? (
        <div className={styles.result}>
          <ResultForm
            {...{ plan, session, busy, pending }}
            onOutcome={finish}
            onCancel={() => address.go(steps.length - 1)}
          />
        </div>
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
