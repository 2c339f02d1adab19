import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Font } from "fontkit";

/** A font of some letters, as a TrueType file. `name` is unique among those of one text. */
export type FontFile = { name: string; bytes: Buffer; font: Font };

export async function fontFile(name: string, bytes: Buffer): Promise<FontFile> {
  const { create } = await import("fontkit");
  return { name, bytes, font: create(bytes) as Font };
}

/** Fonts of emoji and of scripts that the portal's own fonts lack: packages of `@fontsource-variable`. */
const emoji = "noto-emoji";
// Its letters are not put together from parts that they share, so that each can be copied.
const vazirmatn = "vazirmatn";
const scripts = [
  vazirmatn,
  "noto-naskh-arabic",
  "noto-sans-hebrew",
  "noto-sans-devanagari",
  "noto-sans-bengali",
  "noto-sans-tamil",
  "noto-sans-thai",
  "noto-sans-georgian",
  "noto-sans-armenian",
];

/** Returns the fonts to look in, the best first. Chinese, Japanese and Korean share letters, which each writes in another way. */
function familiesFor(text: string): string[] {
  const [sc, tc, jp, kr] = ["sc", "tc", "jp", "kr"].map((region) => `noto-sans-${region}`);
  const regions = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? [jp, sc, tc, kr]
    : /\p{sc=Hangul}/u.test(text)
      ? [kr, jp, sc, tc]
      : [sc, tc, jp, kr];
  return [...scripts, ...regions, emoji].filter((family) => family !== undefined);
}

/** One of the files of a package, and the ranges of characters for which it is meant. */
type Slice = { family: string; subset: string; ranges: [first: number, last: number][] };

const resolve = (path: string) =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`));

async function readSlices(family: string): Promise<Slice[]> {
  const subsets: Record<string, string> = JSON.parse(
    await readFile(resolve(`${family}/unicode.json`), "utf8"),
  );
  return Object.entries(subsets).map(([subset, ranges]) => ({
    family,
    subset: subset.replaceAll(/[[\]]/g, ""),
    ranges: [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(
      ([, first = "", last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
    ),
  }));
}

const knownSlices = new Map<string, Promise<Slice[]>>();

function slicesOf(family: string): Promise<Slice[]> {
  const slices = knownSlices.get(family) ?? readSlices(family);
  knownSlices.set(family, slices);
  return slices;
}

/** Makes a font of some characters of a slice. */
async function makeFont(
  { family, subset }: Slice,
  characters: string,
  number: number,
): Promise<FontFile> {
  const { default: subsetFont } = await import("subset-font");
  const bytes = await subsetFont(
    await readFile(resolve(`${family}/files/${family}-${subset}-wght-normal.woff2`)),
    // fontkit lays out invisible characters as spaces, marks without a letter on a dotted circle, and takes
    // some vowels apart.
    `${characters}${characters.normalize("NFD")} \u25cc`,
    { targetFormat: "sfnt", noHinting: true, variationAxes: { wght: 400 } },
  );
  // fontkit reads some bytes beyond the last letter.
  const padded = Buffer.concat([bytes, Buffer.alloc(16)]);
  return fontFile(`${family}-${number}`, padded);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a text into what a reader takes for one character: a letter with its marks, a flag, a family. */
export const charactersOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/** Returns whether a character has no picture of its own and only changes how its neighbours look. */
export const isInvisible = (character: string): boolean =>
  /^\p{Default_Ignorable_Code_Point}+$/u.test(character);

/** Returns whether a font has all visible parts of a character. */
const hasCharacter = (font: Font, character: string): boolean =>
  Array.from(character).every(
    (part) => isInvisible(part) || font.hasGlyphForCodePoint(part.codePointAt(0) ?? 0),
  );

const covers = ({ ranges }: Slice, character: string): boolean =>
  Array.from(character).every((part) => {
    const code = part.codePointAt(0) ?? 0;
    return isInvisible(part) || ranges.some(([first, last]) => code >= first && code <= last);
  });

const isPictogram = (character: string) =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(character);

/** A character or a part of one, and the font that has it; null for what no font has. */
type Printed = { text: string; file: FontFile | null };

/** Fonts by character, for characters that the portal's own fonts lack. */
export type FallbackFonts = ReadonlyMap<string, FontFile>;

/** Returns how a character is printed: whole if a font has it, otherwise in its parts. */
export function printCharacter(
  character: string,
  own: FontFile[],
  fallbacks: FallbackFonts,
): Printed[] {
  const find = (text: string) =>
    own.find(({ font }) => hasCharacter(font, text)) ?? fallbacks.get(text) ?? null;
  // A font may have a letter and its mark, but not both as one.
  for (const text of [character, character.normalize("NFD")]) {
    const file = find(text);
    if (file) return [{ text, file }];
  }
  return Array.from(character).map((text) => ({ text, file: find(text) }));
}

/** Finds fonts for what the given ones lack of a text, in the packages that are read only then. */
export async function findFallbackFonts(text: string, own: FontFile[]): Promise<FallbackFonts> {
  const found = new Map<string, FontFile>();
  const lacking = (characters: string[]) =>
    characters.filter((each) => printCharacter(each, own, found).some(({ file }) => !file));
  const whole = lacking([...new Set(charactersOf(text))]);
  if (whole.length === 0) return found;
  let slices = (await Promise.all(familiesFor(text).map(slicesOf))).flat();

  /** Slices that may have a character, the best first: a slice may lack some of what it is meant for. */
  const candidates = (character: string): Slice[] => {
    const some = slices.filter((slice) => covers(slice, character));
    if (!isPictogram(character)) return some;
    return some.toSorted((a, b) => Number(b.family === emoji) - Number(a.family === emoji));
  };
  let files = 0;
  const search = async (characters: string[]): Promise<void> => {
    let open = characters.map((character) => ({ character, slices: candidates(character) }));
    while (open.length > 0) {
      for (const [slice, some] of Map.groupBy(open, (each) => each.slices.shift())) {
        if (!slice) continue;
        files += 1;
        const file = await makeFont(slice, some.map(({ character }) => character).join(""), files);
        const isEmpty = file.font.numGlyphs < 2; // ".notdef" only
        for (const { character } of isEmpty ? [] : some)
          if (hasCharacter(file.font, character)) found.set(character, file);
      }
      open = open.filter((each) => each.slices.length > 0 && !found.has(each.character));
    }
  };
  await search(whole);
  // Letters of two Arabic fonts would not be joined.
  const arabic = whole.filter((character) => /\p{sc=Arabic}/u.test(character));
  if (new Set(arabic.map((character) => found.get(character))).size > 1) {
    slices = slices.filter(({ family }) => family !== vazirmatn);
    for (const character of arabic) found.delete(character);
    await search(arabic);
  }
  const parts = lacking(whole).flatMap((character) => Array.from(character));
  await search(lacking([...new Set(parts)]));
  return found;
}
