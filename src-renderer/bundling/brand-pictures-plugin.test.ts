import { expect, it } from "vitest";
import brand from "#resources/brand/brand.json";
import { colourerOf } from "#renderer/theme/colourer.ts";
import { recolour } from "./brand-pictures-plugin.ts";

it("gives every colour of a picture to the brand, and leaves the rest of the file as it is", () => {
  const svg =
    '<svg viewBox="0 0 1 1"><rect fill="#173c32"/><path stroke="#EDA23A" d="M1 1"/></svg>';
  const red = colourerOf({ ramp: brand.colours.ramp.with(7, "#8f2b2b"), accent: "#2b6ef2" });
  const own = recolour(svg, red);
  expect(own).not.toMatch(/#173c32|#eda23a/i);
  expect(own.replaceAll(/#[0-9a-f]{6}/g, "#")).toBe(svg.replaceAll(/#[0-9a-f]{6}/gi, "#"));
});
