import createBidi from "bidi-js";
import type { GlyphRun } from "fontkit";
import LineBreaker from "linebreak";
import {
  charactersOf,
  type FallbackFonts,
  type FontFile,
  isInvisible,
  printCharacter,
} from "#api/infra/fonts/fallback-fonts.ts";

const bidi = createBidi();

/** Tabular figures and kerning. */
export const features: ("tnum" | "kern")[] = ["tnum", "kern"];

/** A part of a line in one font and direction; `text` is what fontkit has to lay out. */
type Run = { text: string; file: FontFile; x: number };

/**
 * A line as it looks, from left to right. Distances are in points, from the base line. `text` is what is copied
 * of it; null where the order of its letters says the same, or where programs reverse it on their own.
 */
export type Line = {
  runs: Run[];
  width: number;
  ascent: number;
  descent: number;
  text: string | null;
};

type Options = {
  size: number;
  width: number;
  /** Fonts to look for a character in, the text's own first. */
  own: FontFile[];
  fallbacks: FallbackFonts;
};

/** Names a character that no font has: "[U+1F415]". */
const nameOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** Returns a text for print: composed, and without characters that reverse what is written or control a device. */
export const printable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[\u202a-\u202e]/g, "")
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replaceAll(/[^\P{Cc}\n]|[^\P{Zs}\u00a0\u202f]/gu, " ");

/** A text with the font of each UTF-16 unit; null for what is not drawn. */
type Fonted = { text: string; files: (FontFile | null)[]; hasMissing: boolean };

function chooseFonts(paragraph: string, { own, fallbacks }: Options): Fonted {
  const fonted: Fonted = { text: "", files: [], hasMissing: false };
  const add = (text: string, file: FontFile | null) => {
    fonted.text += text;
    for (let unit = 0; unit < text.length; unit += 1) fonted.files.push(file);
  };
  // Nothing would be seen of a text of invisible characters only.
  const isSeen = /[^\s\p{Default_Ignorable_Code_Point}]/u.test(paragraph);
  const pieces = charactersOf(paragraph).flatMap((each) => printCharacter(each, own, fallbacks));
  for (const { text, file } of pieces) {
    if (file && (isSeen || !isInvisible(text))) {
      for (const part of text)
        add(part, file.font.hasGlyphForCodePoint(part.codePointAt(0) ?? 0) ? file : null);
      continue;
    }
    fonted.hasMissing = true;
    // In a direction of its own, so that it reads the same within Hebrew.
    add("\u2066", null);
    add(Array.from(text, nameOf).join(""), own[0] ?? null);
    add("\u2069", null);
  }
  return fonted;
}

/** A paragraph with its fonts and directions: odd levels read from right to left. */
type Paragraph = Fonted & { embedding: ReturnType<typeof bidi.getEmbeddingLevels> };

type Shape = Pick<GlyphRun, "advanceWidth" | "bbox"> & { text: string };

/** Lays out a text of one direction. Returns its shape, or those of its parts from left to right. */
function shape(logical: string, file: FontFile, isRightToLeft: boolean): Shape[] {
  try {
    // fontkit lays out letters in the direction of their script, and the rest from left to right.
    const laidOut = file.font.layout(logical, features);
    if ((laidOut.direction === "rtl") === isRightToLeft) {
      const { advanceWidth, bbox } = laidOut;
      return [{ text: logical, advanceWidth, bbox }];
    }
    const text = charactersOf(logical).toReversed().join("");
    const { advanceWidth, bbox } = file.font.layout(text, features);
    return [{ text, advanceWidth, bbox }];
  } catch (error) {
    // fontkit fails at some combinations of marks.
    const parts = Array.from(logical);
    if (parts.length === 1) throw error;
    const shapes = parts.flatMap((part) => shape(part, file, isRightToLeft));
    return isRightToLeft ? shapes.toReversed() : shapes;
  }
}

/** Returns the runs of a part of a paragraph, from left to right. */
function layOut(
  { text, files, embedding }: Paragraph,
  { start, end, size }: { start: number; end: number; size: number },
): Line {
  const written = text.slice(start, end);
  const isLeftToRight = embedding.levels.slice(start, end).every((level) => level % 2 === 0);
  const line: Line = {
    runs: [],
    width: 0,
    ascent: 0,
    descent: 0,
    // Scripts such as Devanagari draw some marks before their letter.
    text:
      isLeftToRight && /\p{M}/u.test(written) ? written.replaceAll(/[\u2066\u2069]/g, "") : null,
  };
  if (start === end) return line;
  const order = Array.from({ length: end - start }, (_, index) => start + index);
  for (const [first = 0, last = 0] of bidi.getReorderSegments(text, embedding, start, end - 1)) {
    const reversed = order.slice(first - start, last - start + 1).toReversed();
    order.splice(first - start, reversed.length, ...reversed);
  }
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels, start, end - 1);
  const parts: { file: FontFile; level: number; units: string[] }[] = [];
  for (const index of order) {
    const file = files[index];
    const level = embedding.levels[index] ?? 0;
    const unit = mirrored.get(index) ?? text.charAt(index);
    const last = parts.at(-1);
    if (!file) continue;
    if (last?.file === file && last.level === level) last.units.push(unit);
    else parts.push({ file, level, units: [unit] });
  }
  for (const { file, level, units } of parts) {
    const isRightToLeft = level % 2 === 1;
    const logical = (isRightToLeft ? units.toReversed() : units).join("");
    for (const { text: shown, advanceWidth, bbox } of shape(logical, file, isRightToLeft)) {
      const scale = size / file.font.unitsPerEm;
      line.runs.push({ text: shown, file, x: line.width });
      line.width += advanceWidth * scale;
      line.ascent = Math.max(line.ascent, bbox.maxY * scale);
      line.descent = Math.max(line.descent, -bbox.minY * scale);
    }
  }
  return line;
}

/** Returns where a text may be broken, by Unicode's rules: never within a character. */
function breaksOf(text: string): number[] {
  let at = 0;
  const ends = new Set(charactersOf(text).map((character) => (at += character.length)));
  const breaker = new LineBreaker(text);
  const breaks: number[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak())
    if (ends.has(next.position)) breaks.push(next.position);
  return breaks;
}

function breakParagraph(paragraph: Paragraph, { size, width }: Options): Line[] {
  const { text } = paragraph;
  const whole = layOut(paragraph, { start: 0, end: text.trimEnd().length, size });
  if (whole.width <= width) return [whole];
  const widthOf = (part: string, start: number) =>
    layOut(paragraph, { start, end: start + part.length, size }).width;
  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  let used = 0;
  const finish = () => {
    const shown = text.slice(start, end).trimEnd();
    lines.push(layOut(paragraph, { start, end: start + shown.length, size }));
    start = end;
    used = 0;
  };
  const add = (part: string) => {
    if (end > start && used + widthOf(part.trimEnd(), end) > width) finish();
    used += widthOf(part, end);
    end += part.length;
  };
  for (const next of breaksOf(text)) {
    const word = text.slice(end, next);
    // A word that is wider than a line is broken between characters.
    if (widthOf(word.trimEnd(), end) > width) charactersOf(word).forEach(add);
    else add(word);
  }
  finish();
  return lines;
}

/** Breaks a text into lines with the fonts that have its characters, Hebrew and Arabic from right to left. */
export function typeset(text: string, options: Options): { lines: Line[]; hasMissing: boolean } {
  const paragraphs = printable(text)
    .split("\n")
    .map((each) => {
      const fonted = chooseFonts(each, options);
      return { ...fonted, embedding: bidi.getEmbeddingLevels(fonted.text) };
    });
  return {
    lines: paragraphs.flatMap((paragraph) => breakParagraph(paragraph, options)),
    hasMissing: paragraphs.some(({ hasMissing }) => hasMissing),
  };
}
