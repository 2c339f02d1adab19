import { readFile } from "node:fs/promises";
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import type { Brand } from "#shared/brand.ts";
import { coverSize, linkPictureSize, type LinkPicture } from "./link-picture.ts";

/** Returns the width of a text in px. */
type MeasureText = (text: string) => number;

/** Splits a word that is wider than a line. */
function splitWord(word: string, width: number, measure: MeasureText): string[] {
  const parts = [""];
  for (const letter of word) {
    const part = parts.at(-1) ?? "";
    if (part !== "" && measure(part + letter) > width) parts.push(letter);
    else parts[parts.length - 1] = part + letter;
  }
  return parts;
}

function wrapSentence(sentence: string, width: number, measure: MeasureText): string[] {
  const words = sentence.split(/ +/).flatMap((word) => splitWord(word, width, measure));
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const wrap = (title: string, width: number, measure: MeasureText): string[] =>
  title
    .trim()
    // A word of one letter stays with the next one, as Polish typesetting asks.
    .replaceAll(/(?<=^|\s)(\p{L})\s+/gu, "$1\u00a0")
    .split(/(?<=[.!?]) +/)
    .flatMap((sentence) => wrapSentence(sentence, width, measure));

/** Steps in px in which lines are made shorter, so that they get similar lengths. */
const narrowBy = 12;

/** Breaks a title into lines of similar length, at most `width` px wide and `maxLines`, with an ellipsis. */
export function wrapTitle(
  title: string,
  { width, maxLines }: { width: number; maxLines: number },
  measure: MeasureText,
): string[] {
  let lines = wrap(title, width, measure);
  if (lines.length > maxLines) {
    const shown = lines.slice(0, maxLines);
    let last = shown.pop() ?? "";
    while (last !== "" && measure(`${last}…`) > width) last = last.slice(0, -1);
    return [...shown, `${last.trimEnd()}…`];
  }
  const longestWord = Math.max(...title.split(/\s+/).map(measure));
  for (let narrower = width - narrowBy; narrower >= longestWord; narrower -= narrowBy) {
    const balanced = wrap(title, narrower, measure);
    if (balanced.length > lines.length) break;
    lines = balanced;
  }
  return lines;
}

export type PictureToDraw = {
  picture: LinkPicture;
  /** `logo` is the text of an SVG file. */
  brand: Pick<Brand, "name" | "colours"> & { logo: string };
  /** Text of an SVG file of the size of the cover's half. */
  cover: string;
};

const { width, height } = linkPictureSize;
const text = { left: 72, right: width - coverSize.width - 56 };
const mark = { top: 64, size: 60 };

/** The subsets of the headings' font that the languages need; a letter is taken from the first that has it. */
const subsets = ["brygada-1918", "brygada-1918-ext"];
const fontFamily = subsets.map((subset) => `"Heading ${subset}"`).join(", ");

async function loadFonts(): Promise<void> {
  for (const subset of subsets) {
    const file = `../../../../resources/fonts/${subset}.woff2`;
    const font = await readFile(new URL(file, import.meta.url));
    GlobalFonts.register(font, `Heading ${subset}`);
  }
}

const fonts = loadFonts();

/** Sizes of the title in px, and the lines that fit; a long title is smaller. */
const titleSizes = [
  { size: 84, maxLines: 2 },
  { size: 68, maxLines: 4 },
  { size: 56, maxLines: 5 },
  { size: 46, maxLines: 7 },
] as const;

const setFont = (context: SKRSContext2D, weight: number, size: number) => {
  context.font = `${weight} ${size}px ${fontFamily}`;
};

/** Breaks the title at the largest size at which all of it fits. */
function fitTitle(context: SKRSContext2D, title: string) {
  const fits = titleSizes.map(({ size, maxLines }) => {
    setFont(context, 600, size);
    const measure = (part: string) => context.measureText(part).width;
    const wordFits = title.split(/\s+/).every((word) => measure(word) <= text.right - text.left);
    const lines = wrapTitle(title, { width: text.right - text.left, maxLines }, measure);
    return { size, lines, whole: wordFits && !lines.at(-1)?.endsWith("…") };
  });
  return fits.find(({ whole }) => whole) ?? fits.at(-1);
}

function drawTitle(context: SKRSContext2D, { title, label }: LinkPicture, brand: Brand["colours"]) {
  const { size = 0, lines = [] } = fitTitle(context, title) ?? {};
  const lineHeight = size * 1.14;
  // Centred in the room below the mark, with the label above.
  const room = { top: mark.top + mark.size + 24, bottom: height - 56 };
  const labelHeight = label === "" ? 0 : 48;
  const block = labelHeight + lines.length * lineHeight;
  let baseline = (room.top + room.bottom - block) / 2;
  if (label !== "") {
    setFont(context, 600, 30);
    context.fillStyle = brand.accent;
    context.fillText(label, text.left, baseline + 26);
    baseline += labelHeight;
  }
  setFont(context, 600, size);
  context.fillStyle = brand.paper;
  for (const line of lines) {
    context.fillText(line, text.left, baseline + size * 0.86);
    baseline += lineHeight;
  }
}

async function drawMark(context: SKRSContext2D, { name, colours, logo }: PictureToDraw["brand"]) {
  const image = await loadImage(Buffer.from(logo));
  context.drawImage(image, text.left - 6, mark.top, mark.size, mark.size);
  setFont(context, 700, 38);
  context.fillStyle = colours.paper;
  context.fillText(name, text.left + mark.size + 8, mark.top + 43);
}

/** Draws the picture of a link preview. Returns a PNG file. */
export default async function drawPicture({
  picture,
  brand,
  cover,
}: PictureToDraw): Promise<Uint8Array> {
  await fonts;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = brand.colours.ramp[3] ?? brand.colours.ground;
  context.fillRect(0, 0, width, height);
  const image = await loadImage(Buffer.from(cover));
  context.drawImage(image, width - coverSize.width, 0, coverSize.width, coverSize.height);
  await drawMark(context, brand);
  drawTitle(context, picture, brand.colours);
  return canvas.encode("png");
}
