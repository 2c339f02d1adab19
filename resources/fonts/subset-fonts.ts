import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/** Folder of the font files and their licences. */
export const fontsFolder = import.meta.dirname;

/** Kerning, ligatures, composed and localised letters, and the figures that our styles ask for. */
const keepFeatures = ["kern", "liga", "ccmp", "locl", "mark", "lnum", "tnum"];

const sourceSans = "source-sans/VF/SourceSans3VF-Upright.ttf";
const brygada = (style: string) =>
  `@expo-google-fonts/brygada-1918/${style}/Brygada1918_${style}.ttf`;

/** The published font that each of our files is made from, within `node_modules`. */
const sources: Record<string, string> = {
  "source-sans-3.woff2": sourceSans,
  "source-sans-3-ext.woff2": sourceSans,
  "brygada-1918.woff2": brygada("600SemiBold"),
  "brygada-1918-ext.woff2": brygada("600SemiBold"),
  "brygada-1918-regular.woff2": brygada("400Regular"),
  "print-sans-400.ttf": sourceSans,
  "print-sans-600.ttf": sourceSans,
  "print-serif.ttf": brygada("600SemiBold"),
};

/** Fonts of PDF files: names of buyers may be written in Latin, Greek or Cyrillic letters. Others have fonts of their own, `src-api/infra/fonts`. */
const printed =
  "U+0020-007E, U+00A0-02FF, U+0300-036F, U+0370-03FF, U+0400-052F, U+1E00-1FFF, U+2010-2027, U+202F-203A, U+2070-208E, U+20A0-20C0, U+2116, U+2122, U+2190-2193, U+2212, U+2C60-2C7F, U+A720-A7FF";
const printedWeights: Record<string, number | undefined> = {
  "print-sans-400.ttf": 400,
  "print-sans-600.ttf": 600,
  "print-serif.ttf": undefined,
};

const codePoint = (hex: string) => Number.parseInt(hex, 16);

/** Returns the characters of a `unicode-range`, such as `U+0020-007E, U+20AC`. */
function charactersIn(range: string): string {
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first = "", last = first]) =>
      Array.from({ length: codePoint(last) - codePoint(first) + 1 }, (_, i) =>
        String.fromCodePoint(codePoint(first) + i),
      ),
    )
    .join("");
}

/** Returns the characters of each font file: those that `fonts.css` takes from it, or that PDF files need. */
export async function charactersByFile(): Promise<Map<string, string>> {
  const css = await readFile(join(fontsFolder, "../../src-renderer/theme/fonts.css"), "utf8");
  const faces = css.matchAll(
    /url\("..\/..\/resources\/fonts\/([^"]+)"\)[^}]*unicode-range:([^;]+);/g,
  );
  return new Map([
    ...[...faces].map(([, file = "", range = ""]) => [file, charactersIn(range)] as const),
    ...Object.keys(printedWeights).map((file) => [file, charactersIn(printed)] as const),
  ]);
}

/**
 * Returns a copy of a font under another name: "Source" is reserved for unchanged copies by the SIL Open
 * Font License. Names of the same length keep the table of names valid.
 */
function renamed(font: Uint8Array): Uint8Array {
  const bytes = Buffer.from(font);
  // The table of names is in UTF-16, the most significant byte first.
  const inTable = (text: string) => Buffer.from(text, "utf16le").swap16();
  const reserved = inTable("SourceSans");
  const name = inTable("PortalSans");
  for (let at = bytes.indexOf(reserved); at >= 0; at = bytes.indexOf(reserved, at))
    name.copy(bytes, at);
  return bytes;
}

/** Returns the weights of a font file made from the variable font: one in print, those of our styles on screen. */
function weightsOf(file: string): { min: number; max: number } | number {
  return printedWeights[file] ?? { min: 400, max: 700 };
}

/** Makes a font file: always the same bytes from the same published font. */
export async function makeFont(file: string, characters: string): Promise<Uint8Array> {
  const source = sources[file];
  if (!source) throw new Error(`${file} has no source: see subset-fonts.ts.`);
  const folder = dirname(fileURLToPath(import.meta.resolve(`${packageOf(source)}/package.json`)));
  const font = await readFile(join(folder, source.slice(packageOf(source).length)));
  return subsetFont(renamed(font), characters, {
    targetFormat: file in printedWeights ? "sfnt" : "woff2",
    keepFeatures,
    noHinting: true,
    ...(source === sourceSans && { variationAxes: { wght: weightsOf(file) } }),
  });
}

/** Returns the name of a package from a path in it. */
const packageOf = (path: string) =>
  path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");

// `npm run fonts`: writes the fonts of the interface and of PDF files.
if (import.meta.main) {
  for (const [file, characters] of await charactersByFile())
    await writeFile(join(fontsFolder, file), await makeFont(file, characters));
}
