import { describe, expect, it } from "vitest";
import { wrapTitle } from "./draw-picture.ts";

/** As if every letter were 10 px wide. */
const measure = (text: string) => text.length * 10;
const wrap = (title: string, width: number, maxLines = 9) =>
  wrapTitle(title, { width, maxLines }, measure);

describe("a title", () => {
  it("is one line if it fits", () => {
    expect(wrap("Weave entries", 200)).toEqual(["Weave entries"]);
  });

  it("gets lines of similar length", () => {
    expect(wrap("one two three four five six", 220)).toEqual(["one two three", "four five six"]);
  });

  it("is broken after a sentence first", () => {
    expect(wrap("Train on weekdays. Run clean.", 250)).toEqual([
      "Train on weekdays.",
      "Run clean.",
    ]);
  });

  it("keeps a word of one letter with the next one", () => {
    expect(wrap("Pies i kot w domu", 70)).toEqual(["Pies", "i\u00a0kot", "w\u00a0domu"]);
  });

  it("is broken inside a word that no line can hold", () => {
    expect(wrap("Donaudampfschiff", 70)).toEqual(["Donauda", "mpfschi", "ff"]);
  });

  it("ends with an ellipsis where it is too long, within the width", () => {
    const lines = wrap("one two three four five", 90, 2);
    expect(lines).toEqual(["one two", "three…"].map((line) => expect.stringContaining(line)));
    expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(90);
  });
});
