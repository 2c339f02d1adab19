import { Button, makeStyles } from "@fluentui/react-components";
import { TimerRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { landscapePhone } from "#renderer/components/step-mode/step-dialog.tsx";
import { Markdown } from "#renderer/components/markdown.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import type { Ingredient } from "../amounts/measure.ts";
import { durationText } from "../timers/durations.ts";
import { startTimer, type useTimers } from "../timers/timers.ts";
import { type Step, stepsOf } from "./steps.ts";

const fractions: Record<string, number> = {
  "½": 0.5,
  "¼": 0.25,
  "¾": 0.75,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
};

/** Units of time in English and Polish, in seconds. */
const timeUnits: readonly (readonly [RegExp, number])[] = [
  [/^(h|hrs?|hours?|godz|godzin[ay]?|godzinę)$/i, 3600],
  [/^(min|mins|minutes?|minut[ay]?|minutę)$/i, 60],
  [/^(s|sec|secs|seconds?|sek|sekund[ay]?|sekundę)$/i, 1],
];

const secondsOf = (word: string) => timeUnits.find(([unit]) => unit.test(word))?.[1] ?? null;

/** "1½", "2,5" or "½" as a number; null if it is none. */
function parseNumber(text: string): number | null {
  const [, digits = "", part = ""] = /^(\d*(?:[.,]\d+)?)([½¼¾⅓⅔]?)$/.exec(text.trim()) ?? [];
  return digits || part ? Number(digits.replace(",", ".") || 0) + (fractions[part] ?? 0) : null;
}

const quantityPattern = String.raw`(?:\d+(?:[.,]\d+)?[½¼¾⅓⅔]?|[½¼¾⅓⅔])`;
const rangePattern = String.raw`(?:\s*(?:–|-|—|to|do|or|lub)\s*${quantityPattern})?`;
const timePattern = new RegExp(
  String.raw`(?<![\p{L}\d.,])(${quantityPattern})${rangePattern}[\s-]*(\p{L}+)`,
  "gu",
);
const halfHour = /\bhalf an hour\b|(?<!\p{L})pół godziny(?!\p{L})/giu;

/** Words between hours and minutes of one time: "1 hour and 30 minutes". */
const joint = /^[\s.,]*(and|i)?\s*$/i;

/** Seconds of no timer: longer ones, such as a night in the fridge, nobody waits for in the kitchen. */
const maxTimerSeconds = 12 * 3600;

type Found = { at: number; end: number; seconds: number; unit: number };

/** Returns the times in a step, in seconds, each once: "25 minutes", "1 hour 30 minutes". Of a range its lower end. */
export function timesIn(text: string): number[] {
  const found: Found[] = [];
  for (const match of text.matchAll(timePattern)) {
    const [whole, quantity = "", word = ""] = match;
    const unit = secondsOf(word);
    const value = parseNumber(quantity);
    if (unit === null || value === null) continue;
    const at = match.index;
    const here = { at, end: at + whole.length, seconds: Math.round(value * unit), unit };
    const last = found.at(-1);
    if (last && last.unit > unit && joint.test(text.slice(last.end, at))) {
      last.seconds += here.seconds;
      last.end = here.end;
      last.unit = unit;
    } else found.push(here);
  }
  for (const { index, 0: words } of text.matchAll(halfHour))
    found.push({ at: index, end: index + words.length, seconds: 1800, unit: 60 });
  const times = found.toSorted((a, b) => a.at - b.at).map(({ seconds }) => seconds);
  return [...new Set(times)].filter((seconds) => seconds > 0 && seconds <= maxTimerSeconds);
}

const useStyles = makeStyles({
  root: { display: "grid", gap: "24px", [landscapePhone]: { gap: "16px" } },
  text: {
    maxWidth: "none",
    fontSize: "clamp(26px, 4vw, 44px)",
    lineHeight: 1.3,
    [landscapePhone]: { fontSize: "clamp(22px, 3.2vw, 32px)" },
    "& p": { margin: "0 0 0.5em" },
  },
  timers: { display: "flex", flexWrap: "wrap", gap: "12px", ":empty": { display: "none" } },
  button: { minHeight: "56px", fontSize: "18px" },
  amounts: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 280px), 1fr))",
    gap: "4px 32px",
    margin: 0,
    padding: "16px 0 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    listStyleType: "none",
    fontSize: "17px",
    lineHeight: "24px",
    color: tokens.colorNeutralForeground2,
    "& strong": { color: tokens.colorNeutralForeground1, fontVariantNumeric: "tabular-nums" },
  },
});

/** A step that is a link to a video stays one: the recipe itself has the player, and here the step fills the screen. */
const plainParagraphs = { p: "p" } as const;

/** Words of a text that may name an ingredient, without their last letters, which Polish declines. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) =>
    word.slice(0, Math.max(3, word.length - 2)),
  );

/** Returns whether a step names an ingredient, by the words in front of its first comma. */
function isNamed({ name }: Ingredient, step: string): boolean {
  const words = step.toLowerCase().match(/\p{L}+/gu) ?? [];
  return stemsOf(name.split(",")[0] ?? "").some((stem) =>
    words.some((word) => word.startsWith(stem)),
  );
}

type CookStepProps = {
  entry: Entry;
  step: Step;
  /** From 1. */
  number: number;
  amount: (ingredient: Ingredient) => string;
  timers: ReturnType<typeof useTimers>;
};

/**
 * One step in large letters, a button for each time that it names, and the amounts of the ingredients that it needs.
 */
export function CookStep({ entry, step, number, amount, timers }: CookStepProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("cooking");
  const { slug, title } = entry;
  const steps = stepsOf(entry.body);
  // Any step may need an ingredient that none of them names.
  const ingredients = (entry.ingredients ?? []).filter(
    (one) => isNamed(one, step.text) || !steps.some(({ text }) => isNamed(one, text)),
  );
  const isRunning = (seconds: number) =>
    timers.some(
      (timer) => timer.slug === slug && timer.step === number && timer.seconds === seconds,
    );
  return (
    <div className={styles.root}>
      <Markdown className={styles.text} components={plainParagraphs} idPrefix="step-">
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
      {ingredients.length > 0 && (
        <ul aria-label={t("mode.amounts")} className={styles.amounts}>
          {ingredients.map((ingredient) => (
            <li key={ingredient.name}>
              <strong>{amount(ingredient)}</strong> {ingredient.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
