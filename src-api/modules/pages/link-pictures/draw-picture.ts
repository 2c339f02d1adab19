import { readFile } from "node:fs/promises";
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import type { Brand } from "#shared/brand.ts";
import { charactersOf, findFallbackFonts, fontFile } from "#api/infra/fonts/fallback-fonts.ts";
import { coverSize, linkPictureSize, type LinkPicture } from "./link-picture.ts";

/** Returns the width of a text in px. */
type MeasureText = (text: string) => number;

/** Splits a word that is wider than a line. */
function splitWord(word: string, width: number, measure: MeasureText): string[] {
  const parts = [""];
  for (const letter of charactersOf(word)) {
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
    while (last !== "" && measure(`${last}…`) > width)
      last = charactersOf(last).slice(0, -1).join("");
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
  /** Text of an SVG file of the size of the cover's half, or a picture of any size. */
  cover: string | Uint8Array;
};

const { width, height } = linkPictureSize;
const text = { left: 72, right: width - coverSize.width - 56 };
const mark = { top: 64, size: 60 };

/** The headings' font, and one that has Greek and Cyrillic letters too; a letter is taken from the first that has it. */
const fontFiles = ["brygada-1918.woff2", "brygada-1918-ext.woff2", "print-sans-600.ttf"];

async function loadFonts() {
  const read = async (file: string) => {
    const path = new URL(`../../../../resources/fonts/${file}`, import.meta.url);
    return fontFile(`Heading ${file}`, await readFile(path));
  };
  const fonts = await Promise.all(fontFiles.map(read));
  for (const { name, bytes } of fonts) GlobalFonts.register(bytes, name);
  return fonts;
}

const headingFonts = loadFonts();

/** Draws with the headings' font, and with those of other scripts that a text needs. */
async function withFonts<T>(shown: string, draw: (families: string) => Promise<T>): Promise<T> {
  const own = await headingFonts;
  const fallbacks = new Set((await findFallbackFonts(shown, own)).values());
  const keys = [...fallbacks].map(({ name, bytes }) => GlobalFonts.register(bytes, name));
  try {
    return await draw([...own, ...fallbacks].map(({ name }) => `"${name}"`).join(", "));
  } finally {
    GlobalFonts.removeBatch(keys.filter((key) => key !== null));
  }
}

/** Sizes of the title in px, and the lines that fit; a long title is smaller. */
const titleSizes = [
  { size: 84, maxLines: 2 },
  { size: 68, maxLines: 4 },
  { size: 56, maxLines: 5 },
  { size: 46, maxLines: 7 },
] as const;

/** A canvas, and the fonts to take letters from, the first one that has them. */
type Sheet = { context: SKRSContext2D; families: string };

const setFont = ({ context, families }: Sheet, weight: number, size: number) => {
  context.font = `${weight} ${size}px ${families}`;
};

/** Breaks the title at the largest size at which all of it fits. */
function fitTitle(sheet: Sheet, title: string) {
  const { context } = sheet;
  const fits = titleSizes.map(({ size, maxLines }) => {
    setFont(sheet, 600, size);
    const measure = (part: string) => context.measureText(part).width;
    const wordFits = title.split(/\s+/).every((word) => measure(word) <= text.right - text.left);
    const lines = wrapTitle(title, { width: text.right - text.left, maxLines }, measure);
    return { size, lines, whole: wordFits && !lines.at(-1)?.endsWith("…") };
  });
  return fits.find(({ whole }) => whole) ?? fits.at(-1);
}

function drawTitle(sheet: Sheet, { title, label }: LinkPicture, brand: Brand["colours"]) {
  const { context } = sheet;
  const { size = 0, lines = [] } = fitTitle(sheet, title) ?? {};
  const lineHeight = size * 1.14;
  // Centred in the room below the mark, with the label above.
  const room = { top: mark.top + mark.size + 24, bottom: height - 56 };
  const labelHeight = label === "" ? 0 : 48;
  const block = labelHeight + lines.length * lineHeight;
  let baseline = (room.top + room.bottom - block) / 2;
  if (label !== "") {
    setFont(sheet, 600, 30);
    context.fillStyle = brand.accent;
    context.fillText(label, text.left, baseline + 26);
    baseline += labelHeight;
  }
  setFont(sheet, 600, size);
  context.fillStyle = brand.paper;
  for (const line of lines) {
    context.fillText(line, text.left, baseline + size * 0.86);
    baseline += lineHeight;
  }
}

async function drawMark(sheet: Sheet, { name, colours, logo }: PictureToDraw["brand"]) {
  const { context } = sheet;
  const image = await loadImage(Buffer.from(logo));
  context.drawImage(image, text.left - 6, mark.top, mark.size, mark.size);
  setFont(sheet, 700, 38);
  context.fillStyle = colours.paper;
  context.fillText(name, text.left + mark.size + 8, mark.top + 43);
}

/** Fills the right half with the cover; what is cut off of a picture leaves its focus in view, as on pages. */
async function drawCover(
  context: SKRSContext2D,
  cover: PictureToDraw["cover"],
  focus = { x: 0.5, y: 0.5 },
) {
  const image = await loadImage(Buffer.from(cover));
  const scale = Math.max(coverSize.width / image.width, coverSize.height / image.height);
  const [across, down] = [coverSize.width / scale, coverSize.height / scale];
  const [x, y] = [(image.width - across) * focus.x, (image.height - down) * focus.y];
  const left = width - coverSize.width;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, x, y, across, down, left, 0, coverSize.width, coverSize.height);
}

/** Draws the picture of a link preview. Returns a PNG file. */
export default async function drawPicture({
  picture,
  brand,
  cover,
}: PictureToDraw): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = brand.colours.ramp[3] ?? brand.colours.ground;
  context.fillRect(0, 0, width, height);
  await drawCover(context, cover, picture.cover.own?.focus);
  await withFonts(`${picture.title}\n${picture.label}\n${brand.name}`, async (families) => {
    await drawMark({ context, families }, brand);
    drawTitle({ context, families }, picture, brand.colours);
  });
  return canvas.encode("png");
}
