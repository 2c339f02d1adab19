import type { ingredientSchema } from "#shared/api/kind-fields.ts";
import type * as z from "zod/mini";

type Unit = z.infer<typeof ingredientSchema>["unit"];

/** A row of ingredients; without quantity and unit where the line does not tell them. */
export type IngredientRow = { quantity?: number; unit?: Unit; name: string };

/** Units as people write them, in English and Polish, and how many of ours they are. */
const units: readonly (readonly [words: string, unit: Unit, times: number])[] = [
  ["g gr gram grams gramme grammes gramy gramów", "g", 1],
  ["dag deka deko", "g", 10],
  ["kg kilo kilos kilogram kilograms kilogramy", "g", 1_000],
  ["ml millilitre millilitres milliliter milliliters", "ml", 1],
  ["cl", "ml", 10],
  ["dl", "ml", 100],
  ["l litre litres liter liters litr litry litra", "ml", 1_000],
  ["tsp tsps teaspoon teaspoons łyżeczka łyżeczki łyżeczek łyżeczkę łyż", "tsp", 1],
  ["tbsp tbsps tbs tablespoon tablespoons łyżka łyżki łyżek łyżkę", "tbsp", 1],
  ["pc pcs piece pieces szt sztuka sztuki sztuk sztukę", "pc", 1],
];

const unitOf = new Map(
  units.flatMap(([words, unit, times]) =>
    words.split(" ").map((word) => [word, { unit, times }] as const),
  ),
);

/** Measures that we have no unit for: a number before one says nothing about pieces. */
const otherMeasures = new Set(
  "oz ounce ounces lb lbs pound pounds cup cups pint pints pinch pinches handful handfuls dash can cans tin tins szklanka szklanki szklanek szczypta szczypty garść garści puszka puszki x".split(
    " ",
  ),
);

const fractions: Record<string, number> = {
  "½": 1 / 2,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
  "¼": 1 / 4,
  "¾": 3 / 4,
  "⅕": 1 / 5,
  "⅛": 1 / 8,
};
const signs = Object.keys(fractions).join("");

/** `1`, `1.5`, `1,5`, `1½`, `1 ½`, `1/2`, `1 1/2`, `½`. */
const amount = `\\d+ \\d+/\\d+|\\d+/\\d+|\\d+(?:[.,]\\d+)? ?[${signs}]|\\d+(?:[.,]\\d+)?|[${signs}]`;

const leading = new RegExp(`^(${amount})(?![\\d–-]) ?(.*)$`);
const trailing = new RegExp(`^(.*?)[ ,:;–-]+(${amount}) ?([\\p{L}]+)\\.?$`, "u");

/** `1 000`, `1,000` and `1.000` are a thousand to some, and one to others. */
const thousands = /^[1-9]\d{0,2}[ .,]\d{3}(?!\d)/;

function numberOf(text: string): number {
  const sign = signs.split("").find((known) => text.endsWith(known));
  const whole = sign ? text.slice(0, -1).trim() : text;
  const [first = "", second] = whole.split(" ");
  const parts = [first, ...(second === undefined ? [] : [second])].filter(Boolean);
  const sum = parts.reduce((total, part) => {
    const [over = "", under] = part.split("/");
    return total + Number(over.replace(",", ".")) / (under === undefined ? 1 : Number(under));
  }, 0);
  return sum + (sign ? (fractions[sign] ?? 0) : 0);
}

const measured = (
  quantity: string,
  { unit, times }: { unit: Unit; times: number },
  name: string,
) => ({
  quantity: Math.round(numberOf(quantity) * times * 100) / 100,
  unit,
  name,
});

/** Returns the word at the beginning of a text in small letters, and what follows it. */
function firstWord(text: string): { word: string; rest: string } {
  const [, word = "", rest = ""] = /^([\p{L}]+)\.?(?![\p{L}-])(.*)$/u.exec(text) ?? [];
  return { word: word.toLowerCase(), rest: rest.trim() };
}

function rowOf(line: string): IngredientRow {
  const end = trailing.exec(line);
  const endUnit = end && unitOf.get((end[3] ?? "").toLowerCase());
  const start = leading.exec(line);
  if (!start && end && endUnit) return measured(end[2] ?? "", endUnit, (end[1] ?? "").trim());
  const [, quantity = "", after = ""] = start ?? [];
  const { word, rest } = firstWord(after);
  const unit = unitOf.get(word);
  const name = unit ? rest.replace(/^of /i, "") : after;
  // A range, a measure that we do not have, or no number: somebody has to look at it.
  const isUnclear =
    !start ||
    !name ||
    otherMeasures.has(word) ||
    thousands.test(line) ||
    /^(to|do|or|lub|[–-]) ?\d/.test(after) ||
    /^[%/]/.test(name);
  if (isUnclear || !Number.isFinite(numberOf(quantity))) return { name: line };
  return measured(quantity, unit ?? { unit: "pc", times: 1 }, name);
}

/** Bullets and numbers of a list. */
const marker = /^(?:[-–*•·▢☐]|\d+[.)](?= \d| [^\d]))\s*/u;

/** Returns the rows of a pasted list of ingredients, one a line. No line is dropped: what is unclear becomes a name. */
export const ingredientRows = (text: string): IngredientRow[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/\s+/g, " ").replaceAll("⁄", "/").trim().replace(marker, ""))
    .filter(Boolean)
    .map(rowOf);
