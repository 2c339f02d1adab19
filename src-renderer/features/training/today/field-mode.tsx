import { Button, FluentProvider, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import {
  ArrowRightRegular,
  ArrowUndoRegular,
  CheckmarkFilled,
  DarkThemeRegular,
  Speaker2Regular,
  SpeakerOffRegular,
} from "@fluentui/react-icons";
import { useEffect, useRef, useState } from "react";
import type { TrainingPlan } from "#shared/api/training.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { InputHint } from "#renderer/components/input-hint.tsx";
import { Course } from "#renderer/components/course/course.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { landscapePhone, StepDialog } from "#renderer/components/step-mode/step-dialog.tsx";
import type { StepAddress } from "#renderer/components/step-mode/use-step-address.ts";
import { useMatches } from "#renderer/components/use-matches.ts";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { publicTheme } from "#renderer/theme/public-theme.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { SessionNote } from "../followed/session-note.tsx";
import { ClassValuesView } from "../class-values.tsx";
import type { PendingResult } from "../pending-results.ts";
import { keepProgress, readProgress } from "./field-progress.ts";
import { FieldTimer } from "./field-timer.tsx";
import { ResultForm } from "./result-form.tsx";
import type { TimerState } from "./use-countdown.ts";

/** How long the device vibrates, in ms; a second number is a pause. */
const vibrations = { right: [40], notRight: [40, 80, 40] } as const;

/** Counts repetitions of a session while it is trained; leaving field mode and a reload keep them. With `of` 0 none are counted. */
function useRepetitions(plan: TrainingPlan, of: number) {
  const [counted, setCounted] = useState(() => readProgress(plan).counted);
  const keep = (next: boolean[]) => {
    setCounted(next);
    keepProgress(plan, { counted: next });
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
  };
}
type Repetitions = ReturnType<typeof useRepetitions>;

const useControlStyles = makeStyles({
  counter: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 3fr) minmax(0, 2fr) 56px",
    gap: "8px",
  },
  sum: {
    gridColumn: "1 / -1",
    margin: 0,
    fontSize: "20px",
    lineHeight: "28px",
    fontVariantNumeric: "tabular-nums",
    textAlign: "start",
  },
  count: {
    minWidth: 0,
    maxWidth: "none",
    minHeight: "72px",
    padding: "4px",
    fontSize: "20px",
    lineHeight: "24px",
    [landscapePhone]: { minHeight: "60px" },
  },
  lined: { border: "2px solid currentcolor" },
  turn: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)", gap: "24px" },
  turnButton: { minWidth: 0, minHeight: "56px", fontSize: "20px" },
  tool: { flexShrink: 0, minWidth: "48px", minHeight: "48px" },
});

/** Two large buttons that count repetitions, right or not, and one that takes the last back. */
function RepetitionCounter({ repetitions }: { repetitions: Repetitions }) {
  const styles = useControlStyles();
  const { t } = useTranslation("field");
  const accent = useButtonLook("accent");
  const { of, right, notRight, isCounted, add, takeBack } = repetitions;
  return (
    <div role="group" aria-label={t("counter.label")} className={styles.counter}>
      <p aria-live="polite" className={styles.sum}>
        {t("counter.sum", { right, counted: right + notRight, of })}
      </p>
      <Button
        {...accent}
        className={mergeClasses(!isCounted && accent.className, styles.count)}
        icon={<CheckmarkFilled />}
        disabledFocusable={isCounted}
        onClick={() => add(true)}
      >
        {t("counter.right")}
      </Button>
      <Button
        className={mergeClasses(styles.count, styles.lined)}
        disabledFocusable={isCounted}
        onClick={() => add(false)}
      >
        {t("counter.notRight")}
      </Button>
      <Button
        appearance="subtle"
        className={styles.count}
        icon={<ArrowUndoRegular />}
        aria-label={t("counter.undo")}
        disabledFocusable={right + notRight === 0}
        onClick={takeBack}
      />
    </div>
  );
}

type ReadAloudProps = {
  /** What is on screen, and its language. */
  text: string;
  lang: string;
};

/** Reads what is on screen aloud once it is asked to, and every page that follows. Nothing where devices have no voice. */
function ReadAloud({ text, lang }: ReadAloudProps) {
  const styles = useControlStyles();
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
      className={styles.tool}
      icon={isOn ? <Speaker2Regular /> : <SpeakerOffRegular />}
      aria-label={t("aloud")}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    />
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
    margin: "16px 0 0",
    [media.phone]: { marginTop: "8px" },
    fontSize: "15px",
    lineHeight: "20px",
    color: tokens.colorNeutralForeground2,
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
  drawing: {
    marginTop: "16px",
    "& figure": { margin: 0 },
    "& figure svg": { maxHeight: "30dvh" },
    [media.phone]: { marginTop: "8px" },
    // Its labels would be too small to read.
    [landscapePhone]: { marginTop: "8px", "& figure svg": { maxHeight: "none" } },
  },
  whole: { display: "contents" },
});

type StepButtonsProps = Pick<FieldModeProps, "busy" | "onOutcome"> & {
  address: StepAddress;
  steps: number;
  repetitions: Repetitions;
};

/** The buttons that turn the pages, up to the result; there a result that was counted is saved. */
function StepButtons({ address, steps, repetitions, busy, onOutcome }: StepButtonsProps) {
  const styles = useControlStyles();
  const { t } = useTranslation("field");
  const accent = useButtonLook("accent");
  const { right, isCounted } = repetitions;
  const at = address.at ?? 0;
  const next = isCounted ? steps : at + 1;
  return (
    <div className={styles.turn}>
      <Button
        appearance="subtle"
        className={styles.turnButton}
        disabledFocusable={at === 0}
        onClick={() => address.go(at - 1)}
      >
        {t("previous")}
      </Button>
      {at < steps && (
        <Button
          className={mergeClasses(styles.turnButton, styles.lined)}
          icon={<ArrowRightRegular />}
          iconPosition="after"
          onClick={() => address.go(next)}
        >
          {t(next === steps ? "toResult" : "next")}
        </Button>
      )}
      {at === steps && isCounted && (
        <Button
          {...accent}
          className={mergeClasses(accent.className, styles.turnButton)}
          disabledFocusable={busy}
          onClick={() => onOutcome({ result: "counted", right })}
        >
          {t("counter.save")}
        </Button>
      )}
    </div>
  );
}

/** Black on white where the device asks for it, until the user chooses. */
function useFieldTheme() {
  const isAskedFor = useMatches("(prefers-color-scheme: light), (prefers-contrast: more)");
  const [chosen, setChosen] = useState(() => platform.read("fieldTheme"));
  const isLight = chosen === null ? isAskedFor : chosen === "light";
  return {
    isLight,
    toggle: () => {
      const next = isLight ? "dark" : "light";
      platform.write("fieldTheme", next);
      setChosen(next);
    },
  };
}

type FieldModeProps = {
  plan: TrainingPlan;
  session: NonNullable<TrainingPlan["next"]>;
  today: string;
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

/** Returns the member's note on a session; empty if there is none. */
const noteOn = ({ notes }: TrainingPlan, { week, session }: FieldModeProps["session"]): string =>
  notes.find((note) => note.week === week && note.session === session)?.text ?? "";

/** A session step by step on the whole screen, to follow beside the dog with one hand. */
export function FieldMode(props: FieldModeProps) {
  const { plan, session, today, steps, address, timer, busy, pending } = props;
  const { onStart, onTimer, onOutcome } = props;
  const styles = useStyles();
  const controls = useControlStyles();
  const { t, i18n } = useTranslation("field");
  const label = useFieldLabel(plan, session);
  const { rule } = session;
  const repetitions = useRepetitions(plan, rule.kind === "counted" ? rule.repetitions : 0);
  const at = address.at ?? 0;
  const step = steps[at];
  const isEnd = step === undefined && repetitions.isCounted;
  const latest = useRef(props);
  useEffect(() => void (latest.current = props));
  useEffect(() => keepProgress(plan, { step: at }), [plan, at]);
  // Everything is counted and asked for the result: the time that is left is of no use.
  useEffect(() => {
    const { timer: running, onTimer: change } = latest.current;
    if (isEnd && running?.isRunning)
      change({ secondsLeft: Math.max(0, running.secondsLeft), isRunning: false });
  }, [isEnd]);
  const lang = (step === undefined ? null : plan.protocol?.language) ?? i18n.language;
  const { isLight, toggle } = useFieldTheme();
  return (
    <FluentProvider className={styles.whole} {...(isLight && { theme: publicTheme() })}>
      <StepDialog
        isLight={isLight}
        address={address}
        label={label}
        place={
          step === undefined ? t("toResult") : t("step", { number: at + 1, total: steps.length })
        }
        texts={{ leave: t("leave"), awake: t("awake"), mayDim: t("mayDim") }}
        lang={lang}
        tools={
          <>
            <ReadAloud text={step ?? t("toResult")} lang={lang} />
            <Button
              appearance="subtle"
              size="large"
              className={controls.tool}
              icon={<DarkThemeRegular />}
              aria-label={t("light")}
              aria-pressed={isLight}
              onClick={toggle}
            />
          </>
        }
        footer={
          <>
            {rule.kind === "counted" && !pending && !isEnd && (
              <RepetitionCounter repetitions={repetitions} />
            )}
            {!isEnd && <FieldTimer {...{ timer, onStart, onTimer }} minutes={session.minutes} />}
            <StepButtons {...{ address, repetitions, busy, onOutcome }} steps={steps.length} />
          </>
        }
      >
        {step === undefined ? (
          <div className={styles.result}>
            <ResultForm {...{ plan, session, busy, pending, onOutcome }} counted={repetitions}>
              <SessionNote
                planId={plan.id}
                place={session}
                today={today}
                text={noteOn(plan, session)}
              />
            </ResultForm>
          </div>
        ) : (
          <>
            <p className={styles.step}>{withGoodBreaks(step)}</p>
            <div className={styles.values}>
              <ClassValuesView title={session.title} values={session.byClass} dog={plan.dog} />
            </div>
            {session.course !== undefined && (
              <div className={styles.drawing}>
                <Course text={session.course} />
              </div>
            )}
            {at === 0 && <TurnHint />}
          </>
        )}
      </StepDialog>
    </FluentProvider>
  );
}
