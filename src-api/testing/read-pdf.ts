import { inflateSync } from "node:zlib";

type Objects = Map<string, { head: string; stream: string }>;

/** Returns the objects of a PDF file by number, streams unpacked, as texts of one character per byte. */
function objectsOf(file: Buffer): Objects {
  const objects = file.toString("latin1").matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g);
  return new Map(
    [...objects].map(([, number = "", body = ""]) => {
      const [head = "", packed] = body.split("stream\n", 2);
      const bytes = packed && Buffer.from(packed.replace(/\nend$/, ""), "latin1");
      const isPacked = bytes && head.includes("FlateDecode");
      return [number, { head, stream: isPacked ? inflateSync(bytes).toString("latin1") : "" }];
    }),
  );
}

const codesIn = (hex: string) =>
  (hex.match(/.{4}/g) ?? []).map((code) => String.fromCharCode(Number.parseInt(code, 16)));

/** Returns the characters of a font's glyphs, by the map that the file has for copying text. */
function charactersOf(cmap: string): string[] {
  const ranges = cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g);
  const characters: string[] = [];
  for (const [, first = "", list = ""] of ranges) {
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      characters[Number.parseInt(first, 16) + index] = codesIn(hex.replaceAll(" ", "")).join(""); // ligatures
    }
  }
  return characters;
}

/**
 * Returns the texts of a PDF file by pdfkit, in the order in which they were written, one for each line of
 * each column: what copying or searching it finds.
 */
export function readPdf(file: Buffer): string[] {
  const objects = objectsOf(file);
  const referenced = (head: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? "");
  const texts: string[] = [];
  for (const { head } of objects.values()) {
    if (!/\/Type \/Page\b(?!s)/.test(head)) continue;
    const fonts = referenced(head, "Resources")?.head ?? "";
    let characters: string[] = [];
    const shown = referenced(head, "Contents")?.stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g);
    for (const [, font, glyphs = ""] of shown ?? []) {
      if (font) {
        const { head: fontHead = "" } = referenced(fonts, font) ?? {};
        characters = charactersOf(referenced(fontHead, "ToUnicode")?.stream ?? "");
        continue;
      }
      const codes = [...glyphs.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = ""]) => codesIn(hex));
      texts.push(codes.map((code) => characters[code.charCodeAt(0)] ?? "\u{fffd}").join(""));
    }
  }
  return texts;
}
