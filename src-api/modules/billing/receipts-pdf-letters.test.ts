import { readFile } from "node:fs/promises";
import { create, type Font } from "fontkit";
import { describe, expect, test } from "vitest";
import type { Receipt } from "#shared/api/receipts.ts";
import { findFallbackFonts, fontFile } from "#api/infra/fonts/fallback-fonts.ts";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { readPdf } from "#api/testing/read-pdf.ts";
import { receiptPdf } from "./receipts.ts";
import { typeset } from "./typeset.ts";

const brand = await readBrand(defaultBrandDir);
const price = { currency: "EUR", amount: 900 } as const;

const receiptOf = (name: string): Receipt => ({
  kind: "receipt",
  number: "RS-2026-000123",
  issuedAt: "2026-11-28T10:00:00Z",
  withdrawalReference: null,
  seller: { name: "Ringside", address: "Warszawa", email: "seller@example.com" },
  buyer: { name, email: "buyer@example.com" },
  corrects: null,
  covers: null,
  lines: [
    {
      sku: "workbook",
      kind: "extra",
      name: "Workbook",
      quantity: 1,
      unitPrice: price,
      total: price,
    },
  ],
  discount: null,
  credit: { currency: "EUR", amount: 0 },
  total: price,
  paidBack: [],
  taxes: [],
  card: null,
  termsVersion: "2026-01-01",
  testMode: false,
  deliveries: [],
});

/** Returns what is read of the buyer on a receipt, from left to right. */
async function printedName(name: string): Promise<{ name: string; note: boolean }> {
  const { content } = await receiptPdf(receiptOf(name), { brand, language: "en" });
  const texts = readPdf(content);
  const from = texts.indexOf("Sold to") + 1;
  const note = texts.some((text) => text.includes("[U+…]"));
  return { name: texts.slice(from, texts.indexOf("buyer@example.com")).join(""), note };
}

const reversed = (text: string) => Array.from(text).toReversed().join("");

describe("a receipt prints the letters of a name", () => {
  test.each([
    ["Polish", "Święcisława Gżegżółka-Źdźbło"],
    ["Vietnamese", "Nguyễn Thị Ánh"],
    ["Greek", "Γιώργος Παπαδόπουλος"],
    ["ancient Greek", "Ὀδυσσεύς"],
    ["Ukrainian", "Ольга Щукіна"],
    ["Kazakh", "Әлия Қазақбаева"],
    ["Georgian", "გიორგი მაისურაძე"],
    ["Armenian", "Հայկ Սարգսյան"],
    ["Thai", "สมชาย ใจดี"],
    ["simplified Chinese", "王小明"],
    ["traditional Chinese", "陳大文 臺灣"],
    ["Japanese", "山田 太郎 さくら ヱビス"],
    ["a rare Japanese letter", "𠮷野家"],
    ["Korean", "김철수 각하"],
    ["emoji", "Ann 🐕 ❤️"],
    ["a family, a flag, a profession and a key", "👨‍👩‍👧‍👦 🇵🇱 👩🏽‍🚀 🏳️‍🌈 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["symbols", "★ ♪ ✓ →"],
  ])("%s", async (_, name) => {
    expect(await printedName(name)).toEqual({ name, note: false });
  });

  test.each([
    ["Arabic", "محمد بنت يوسف"],
    ["Hebrew", "דוד כהן"],
    ["Urdu", "ٹیڈی گل پاک"],
    ["Sindhi, of which the first Arabic font lacks letters,", "ڳوٺ"],
  ])("%s from right to left", async (_, name) => {
    expect(await printedName(name)).toEqual({ name: reversed(name), note: false });
  });

  test("mixed directions, brackets and figures as Unicode orders them", async () => {
    const hebrew = { name: `${reversed("דוד")} (David) ${reversed("כהן")}`, note: false };
    expect(await printedName("כהן (David) דוד")).toEqual(hebrew);
    const latin = `David ${reversed("כהן")} (Ltd.) 5–7`;
    expect(await printedName("David כהן (Ltd.) 5–7")).toEqual({ name: latin, note: false });
    const street = `12/3 ${reversed("הרצל")}`;
    expect(await printedName("הרצל 12/3")).toEqual({ name: street, note: false });
    expect(await printedName("شارع ۱۲۳")).toEqual({
      name: `۱۲۳ ${reversed("شارع")}`,
      note: false,
    });
  });

  test("marks that the font only has apart from their letter", async () => {
    expect(await printedName("Ӵ x̂ ḝ")).toEqual({ name: "Ӵ x̂ ḝ".normalize("NFD"), note: false });
  });
});

describe("a receipt names what no font has", () => {
  test("by its number, with a note that says so", async () => {
    expect(await printedName("Ankh 𓀀")).toEqual({ name: "Ankh [U+13000]", note: true });
    const hebrew = { name: `${reversed("כהן")} [U+13000] ${reversed("דוד")}`, note: true };
    expect(await printedName("דוד 𓀀 כהן")).toEqual(hebrew);
  });

  test("nothing that is only invisible is blank", async () => {
    expect(await printedName("\u200b\u3164")).toEqual({ name: "[U+200B][U+3164]", note: true });
  });

  test("invisible characters beside others are left out, and none turns a name around", async () => {
    const invisible = { name: "Ann B", note: false };
    expect(await printedName("A\u200bn\u2060n \u202eB\u0007")).toEqual(invisible);
  });
});

const sans = await fontFile(
  "sans",
  await readFile(new URL("../../../resources/fonts/print-sans-400.ttf", import.meta.url)),
);

async function linesOf(text: string, width: number) {
  const fallbacks = await findFallbackFonts(text, [sans]);
  return typeset(text, { size: 10, width, own: [sans], fallbacks }).lines;
}

const shownIn = (lines: Awaited<ReturnType<typeof linesOf>>) =>
  lines.map(({ runs }) => runs.map(({ text }) => text).join(""));

test("names in Latin letters need no font but our own", async () => {
  expect((await findFallbackFonts("Święcisława Øst Ольга", [sans])).size).toBe(0);
});

test("Arabic letters are joined, Indian ones combined", async () => {
  const glyphs = async (text: string) => {
    const [line] = await linesOf(text, 400);
    return (line?.runs ?? []).flatMap((run) =>
      run.file.font.layout(run.text).glyphs.map(({ id }) => id),
    );
  };
  expect(new Set(await glyphs("ههه")).size).toBe(3);
  expect((await glyphs("क्ष")).length).toBe(1);
  expect((await glyphs("कि")).length).toBe(2);
});

test("each letter of Arabic can be copied: no two share a glyph", async () => {
  const fonts = await findFallbackFonts("بتثنيجحخسشصضطظعغفقپچگ", [sans]);
  const [{ bytes } = sans] = fonts.values();
  const glyphs = [...fonts.keys()].map((letter) => {
    const font = create(bytes) as Font; // fontkit remembers the first letter of each glyph
    return font.layout(letter).glyphs.map(({ id }) => id);
  });
  expect(new Set(glyphs.flat()).size).toBe(glyphs.flat().length);
});

test.each([
  ["words", "Święcisława Gżegżółka-Źdźbło of the Long Lane by the Old Mill"],
  ["one word", "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren"],
  ["Chinese", "東京都千代田区丸の内一丁目九番一号東京駅丸の内駅舎、株式会社テスト"],
  ["Hebrew", "דוד בן גוריון שדרות רוטשילד 16 תל אביב יפו ישראל"],
  ["families", "👨‍👩‍👧‍👦".repeat(20)],
  ["missing characters", "𓀀𓁐".repeat(20)],
  ["lines", "Long Lane 1\nby the Old Mill\n\nLondon"],
])("lines of %s fit, and have all of the text", async (_, text) => {
  const lines = await linesOf(text, 100);
  expect(lines.length).toBeGreaterThan(2);
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(100);
  const shown = shownIn(lines).join("").replaceAll(/\s/g, "");
  const sorted = (letters: string) => Array.from(letters).toSorted().join("");
  const expected = text
    .replaceAll(/\s/g, "")
    .replaceAll("𓀀", "[U+13000]")
    .replaceAll("𓁐", "[U+13050]");
  expect(sorted(shown)).toBe(sorted(expected));
});

test("a family is not broken", async () => {
  for (const line of shownIn(await linesOf("👨‍👩‍👧‍👦".repeat(20), 100))) expect(line).toMatch(/^(👨‍👩‍👧‍👦)+$/u);
});

test("lines of Hebrew go on from right to left", async () => {
  const [first = "", second = ""] = shownIn(await linesOf("אאאאאא בבבבבב גגגגגג", 50));
  expect(first).toMatch(/^א+$/);
  expect(second).toMatch(/^ב+$/);
});
