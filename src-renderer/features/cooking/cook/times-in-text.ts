const parts: Record<string, number> = { "½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3 };

/** Units of time in English and Polish, in seconds. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(h|hrs?|hours?|godz|godzin[ay]?|godzinę)$/i, 3600],
  [/^(min|mins|minutes?|minut[ay]?|minutę)$/i, 60],
  [/^(s|sec|secs|seconds?|sek|sekund[ay]?|sekundę)$/i, 1],
];

const secondsOf = (word: string) => units.find(([unit]) => unit.test(word))?.[1] ?? null;

/** "1½", "2,5" or "½" as a number; null if it is none. */
function parseNumber(text: string): number | null {
  const [, digits = "", part = ""] = /^(\d*(?:[.,]\d+)?)([½¼¾⅓⅔]?)$/.exec(text.trim()) ?? [];
  return digits || part ? Number(digits.replace(",", ".") || 0) + (parts[part] ?? 0) : null;
}

const number = String.raw`(?:\d+(?:[.,]\d+)?[½¼¾⅓⅔]?|[½¼¾⅓⅔])`;
const range = String.raw`(?:\s*(?:–|-|—|to|do|or|lub)\s*${number})?`;
const time = new RegExp(String.raw`(?<![\p{L}\d.,])(${number})${range}[\s-]*(\p{L}+)`, "gu");
const halfHour = /\bhalf an hour\b|(?<!\p{L})pół godziny(?!\p{L})/giu;

/** Words between hours and minutes of one time: "1 hour and 30 minutes". */
const joint = /^[\s.,]*(and|i)?\s*$/i;

/** ms of no timer: longer ones, such as a night in the fridge, nobody waits for in the kitchen. */
const longest = 12 * 3600;

type Found = { at: number; end: number; seconds: number; unit: number };

/**
 * Returns the times in a step's text, in seconds, each once, in their order: "25 minutes", "25 minut",
 * "1 hour 30 minutes", "half an hour". A range ("25–30 minutes", "25 to 30 minutes") counts as its lower end.
 */
export function timesIn(text: string): number[] {
  const found: Found[] = [];
  for (const match of text.matchAll(time)) {
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
  return [...new Set(times)].filter((seconds) => seconds > 0 && seconds <= longest);
}
