// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { knownFaces } from "../../../resources/art/faces.ts";
import { faceOf, Portrait } from "./portrait.tsx";

afterEach(cleanup);

const portraitOf = (name: string) => render(<Portrait name={name} />).container.innerHTML;

it("draws the same face for a name each time, and different ones for different names", () => {
  const names = [...Object.keys(knownFaces), "Ada Lind", "Piotr Kot", "Kofi Mensah", "Li Wei"];
  expect(portraitOf("Ada Lind")).toBe(portraitOf("Ada Lind"));
  expect(new Set(names.map(portraitOf)).size).toBe(names.length);
});

it("derives no beard from a name", () => {
  const names = Array.from({ length: 200 }, (_, i) => `Author ${i}`);
  expect(names.filter((name) => faceOf(name).beard)).toEqual([]);
});

it("is hidden from assistive technology: the name stands beside it", () => {
  render(<Portrait name="Marta Wolska" size={40} />);
  expect(screen.queryByRole("img")).toBeNull();
});
