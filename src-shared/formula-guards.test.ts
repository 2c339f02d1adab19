import { expect, test } from "vitest";
import { withFormulaGuards, withoutFormulaGuards } from "./formula-guards.ts";

test.each([
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\n",
  "\uFF1D",
  "\uFF0B",
  "\uFF0D",
  "\uFF20",
  " =",
  '"=',
])("a text that begins with %j is no formula", (first) => {
  expect(withFormulaGuards(`${first}1+1`)).toBe(`'${first}1+1`);
});

test.each([
  ["Ada;=1+1", "Ada;'=1+1"],
  ["Ada,=1+1", "Ada,'=1+1"],
  ["Ada\t@SUM(1)", "Ada\t'@SUM(1)"],
  ["Ada\n-1+1", "Ada\n'-1+1"],
  ["Ada|+1+1", "Ada|'+1+1"],
  ['Ada;"=1+1"', `Ada;'"=1+1"`],
])("%j is no formula where a spreadsheet splits the cell", (typed, written) => {
  expect(withFormulaGuards(typed)).toBe(written);
  expect(withoutFormulaGuards(written)).toBe(typed);
});

test.each([
  "Anna-Maria",
  "a=b",
  "ada+dogs@example.com",
  "2026-04-01T00:00:00.000Z",
  "x; y - z",
  "'90s",
])("%j is written and read as it is", (harmless) => {
  expect(withFormulaGuards(harmless)).toBe(harmless);
  expect(withoutFormulaGuards(harmless)).toBe(harmless);
});
