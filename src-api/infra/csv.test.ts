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

test("a text that a spreadsheet would compute is guarded", () => {
  expect(cell("=1+1")).toBe("'=1+1");
});

test("numbers and amounts below zero stay numbers", () => {
  expect(cell(-5)).toBe("-5");
  expect(cell({ amount: -190, currency: "EUR" })).toBe("-1.90");
});
