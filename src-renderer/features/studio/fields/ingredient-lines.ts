import type { ingredientSchema } from "#shared/api/kind-fields.ts";
import type * as z from "zod/mini";

/*
 * Reads a pasted list of ingredients. A line is read only if all of it is understood: a wrong amount would be cooked. Libraries
 * such as `parse-ingredient` guess instead: what they do not know (Polish, ranges with a comma) counts as pieces.
 */

type Unit = z.infer<typeof ingredientSchema>["unit"];

/** A row of ingredients; without quantity and unit where the line lacks them. */
export type IngredientRow = { quantity?: number; unit?: Unit; name: string };

/** Units as people write them, in English and Polish, and how many of ours they are. */
const units: readonly (readonly [words: string, unit: Unit, times: number])[] = [
  ["g gr gram grams gramme grammes gramy gramów grama", "g", 1],
  ["dag dkg deka deko dekagram dekagramy dekagramów", "g", 10],
  ["kg kilo kilos kilogram kilograms kilogramy kilograma kilogramów", "g", 1_000],
  ["ml millilitre millilitres milliliter milliliters mililitr mililitry mililitrów", "ml", 1],
  ["cl", "ml", 10],
  ["dl", "ml", 100],
  ["l litre litres liter liters litr litry litra litrów", "ml", 1_000],
  ["tsp tsps teaspoon teaspoons łyżeczka łyżeczki łyżeczek łyżeczkę łyżecz", "tsp", 1],
  ["tbsp tbsps tbs tablespoon tablespoons łyżka łyżki łyżek łyżkę łyż", "tbsp", 1],
  ["pc pcs piece pieces szt sztuka sztuki sztuk sztukę", "pc", 1],
];

const unitOf = new Map(
  units.flatMap(([words, unit, times]) =>
    words.split(" ").map((word) => [word, { unit, times }] as const),
  ),
);

/** Measures that we have no unit for, in Polish by how their forms begin: a number before one is no number of pieces. */
const otherMeasure = new RegExp(
  `^(?:${[
    "oz|ounces?|lbs?|pounds?|fl|fluid|cups?|pints?|quarts?|gal|gallons?|stones?|inch|inches",
    "pinch|pinches|handfuls?|dash|dashes|drops?|splash|splashes|knobs?|spoons?|spoonfuls?|scoops?|ladles?|parts?",
    "cans?|tins?|jars?|bottles?|bags?|pack|packs|packets?|packages?|sachets?|sticks?|bunch|bunches|glass|glasses|mugs?|bowls?",
    "(?:szklan|szczyp|garś|puszk|kubk|kubek|filiżan|słoi|butel|opak|pacz|toreb|saszet|kropl|pęcz|uncj|funt|kielisz|miark|chochl|łyż|łych)\\p{L}*",
    "część|części|pół|półtor[aej]|ćwierć|ćwiartk\\p{L}*|half|halves|quarters?|dozen|tuzin\\p{L}*|x",
  ].join("|")})$`,
  "u",
);

/** `1`, `1.5`, `1,5`, `1/2`, `1 1/2`. */
const amount = String.raw`\d+ \d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?`;

const leading = new RegExp(`^(${amount}) ?(.*)$`);
const trailing = new RegExp(
  `^(\\D+?) ?(?:[,:;\t]| [–—-]|[–—]) ?(${amount})\\s?(\\p{L}+)\\.?$`,
  "u",
);

/** `1 000`, `1,000` and `1.000` are a thousand to some, and one to others. */
const thousands = /^[1-9]\d{0,2}[ .,]\d{3}(?!\d)/;

/** Returns the number of an amount; null if it may be another one. */
function numberOf(text: string): number | null {
  if (thousands.test(text)) return null;
  const [last = "", whole = "0"] = text.split(" ").toReversed();
  const [over = "", under = "1"] = last.replace(",", ".").split("/");
  // "11/2" has lost the blank of "1 1/2"
  if (last.includes("/") && Number(over) >= Number(under)) return null;
  return Number(whole) + Number(over) / Number(under);
}

function measured(written: string, unit: string | null, name: string): IngredientRow | null {
  const number = numberOf(written);
  const known = unit === null ? { unit: "pc" as const, times: 1 } : unitOf.get(unit);
  if (number === null || !known) return null;
  const quantity = Math.round(number * known.times * 100) / 100;
  return quantity > 0 && name !== "" ? { quantity, unit: known.unit, name } : null;
}

const isMeasure = (word: string) => unitOf.has(word) || otherMeasure.test(word);
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Whether a text can be the name of an ingredient by itself, without an amount of its own. */
function isName(text: string): boolean {
  const beginsWithWord = /^["'“„‘(]?\p{L}/u.test(text);
  const isAlternative = /^(?:or|to|and|plus|lub|albo|do|i|oraz|per|na) /i.test(text);
  const hasAmount = Array.from(
    text.toLowerCase().matchAll(/\d ?(\p{L}+)/gu),
    ([, word = ""]) => word,
  ).some((word) => isMeasure(word));
  const isMultiple = /(?:^|\s)[x×] ?\d/i.test(text);
  return beginsWithWord && !isAlternative && !hasAmount && !isMultiple;
}

/** Whether what follows a number can be counted: no digits, no measure, no abbreviation, which may be a unit that we do not know. */
function isCountable(text: string): boolean {
  const words = wordsOf(text);
  const isAbbreviated =
    /^\p{L}{1,2}(?!\p{L})|^\p{L}+\./u.test(text) ||
    words.some((word) => /^[^aeiouyąęó]{2,}$/.test(word));
  return !/\d/.test(text) && !isAbbreviated && !words.some((word) => isMeasure(word));
}

function rowOf(line: string): IngredientRow | null {
  const [, written = "", after = ""] = leading.exec(line) ?? [];
  if (written === "") {
    const [, name = "", number = "", unit = ""] = trailing.exec(line) ?? [];
    return isName(name) ? measured(number, unit.toLowerCase(), name.trim()) : null;
  }
  if (thousands.test(line)) return null;
  const [, word = "", rest = ""] = /^(\p{L}+)\.?(?![\p{L}\d–-])(.*)$/u.exec(after) ?? [];
  const unit = unitOf.has(word.toLowerCase()) ? word.toLowerCase() : null;
  const name = unit === null ? after : rest.trim().replace(/^of /i, "");
  if (!isName(name) || (unit === null && !isCountable(name))) return null;
  return measured(written, unit, name);
}

/** Bullets, boxes and numbers of a list. */
const marker = /^(?:(?:[-–—*•·▢☐☑☒✓✔◦‣▪●○□+]|\[[ x]?\])\s*|\d+[.)]\s+)+/iu;

/** Returns a line with each fraction as digits (`1½` as `1 1/2`), and single blanks. */
const withDigits = (line: string) =>
  line
    .replaceAll(/\s*([¼-¾⅐-⅞])/g, (_, sign: string) => ` ${sign.normalize("NFKC")}`)
    .replaceAll(/[⁄∕]/g, "/")
    .trim();

/** Returns the rows of a pasted list of ingredients, one a line. No line is dropped: an unclear one becomes a name unchanged. */
export const ingredientRows = (text: string): IngredientRow[] =>
  text
    .normalize("NFC")
    .split(/\r?\n/)
    .map((line) =>
      line
        .trim()
        .replace(marker, "")
        .replaceAll(/[^\S\t]+/g, " "),
    )
    .filter(Boolean)
    .map((line) => {
      const plain = line.replaceAll(/\s+/g, " ");
      return rowOf(withDigits(plain)) ?? rowOf(withDigits(line)) ?? { name: plain };
    });
