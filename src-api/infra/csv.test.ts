import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { csvStream, csvText, type Cell } from "./csv.ts";

const bom = "\u{FEFF}";
const cell = (value: Cell) => csvText(["a"], [[value]]).split("\r\n")[1];

test("a table begins with a byte order mark and its columns, also without rows, at once and as a stream", async () => {
  const rows: Cell[][] = [
    ["Zoë", 7],
    ['say "hi", twice\nover', null],
  ];
  const expected = `${bom}name,age\r\nZoë,7\r\n"say ""hi"", twice\nover",\r\n`;
  expect(csvText(["name", "age"], rows)).toBe(expected);
  expect(csvText(["name", "age"], [])).toBe(`${bom}name,age\r\n`);
  async function* read() {
    yield* rows;
  }
  const stream = csvStream(["name", "age"], read());
  const bytes: Buffer[] = [];
  for await (const chunk of stream) bytes.push(Buffer.from(chunk as Uint8Array));
  expect(Buffer.concat(bytes).toString()).toBe(expected);
});

test("a failure while rows are read breaks the stream, so that half a table is not taken for a whole one", async () => {
  async function* read(): AsyncGenerator<Cell[]> {
    yield ["first"];
    throw new Error("gone");
  }
  await expect(text(csvStream(["a"], read()))).rejects.toThrow("gone");
});

test.each(["=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"])(
  "a text that begins with %j is no formula",
  (first) => {
    expect(cell(`${first}1+1`)?.replace(/^"/, "")).toMatch(/^'/);
  },
);

test.each([
  ["Ada;=1+1", "Ada;'=1+1"],
  ["Ada,=1+1", `"Ada,'=1+1"`],
  ["Ada\t@SUM(1)", "Ada\t'@SUM(1)"],
  ["Ada;-1+1", "Ada;'-1+1"],
  ["Ada|+1+1", "Ada|'+1+1"],
  ['Ada;"=1+1"', `"Ada;'""=1+1"""`],
  ["  =1+1", "'  =1+1"],
])("%j is no formula where a spreadsheet splits the cell", (typed, written) => {
  expect(cell(typed)).toBe(written);
});

test.each(["Anna-Maria", "a=b", "ada+dogs@example.com", "2026-04-01T00:00:00.000Z", "x; y - z"])(
  "%j is written as it is",
  (harmless) => {
    expect(cell(harmless)).toBe(harmless);
  },
);

test("numbers and amounts below zero stay numbers", () => {
  expect(cell(-5)).toBe("-5");
  expect(cell({ amount: -190, currency: "EUR" })).toBe("-1.90");
});
