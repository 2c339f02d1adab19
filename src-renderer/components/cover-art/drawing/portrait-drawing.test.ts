import { expect, it } from "vitest";
import { knownFaces } from "#resources/art/faces.ts";
import { drawPortrait, faceOf } from "./portrait-drawing.ts";

it("draws the same face for a name each time, and different ones for different names", () => {
  const names = [...Object.keys(knownFaces), "Ada Lind", "Piotr Kot", "Kofi Mensah", "Li Wei"];
  expect(drawPortrait("Ada Lind")).toBe(drawPortrait("Ada Lind"));
  expect(new Set(names.map(drawPortrait)).size).toBe(names.length);
});

it("derives no beard from a name", () => {
  const names = Array.from({ length: 200 }, (_, i) => `Author ${i}`);
  expect(names.filter((name) => faceOf(name).beard)).toEqual([]);
});
