import { describe, expect, it } from "vitest";
import { brand } from "#renderer/platform/brand.ts";
import { coverPalettes } from "#renderer/components/cover-art/drawing/palettes.ts";
import { colourerOf, contrast } from "#shared/colours.ts";
import { inBrand } from "./in-brand.ts";

const withMiddle = (colour: string) => brand.colours.ramp.with(7, colour);
const blue = colourerOf({ ramp: withMiddle("#2b4f9c"), accent: "#d6336c" });

/** Returns which of red, green and blue a colour has most of. */
function strongest(colour: string): string {
  const shares = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return ["red", "green", "blue"][shares.indexOf(Math.max(...shares))] ?? "";
}

describe("the colours of drawings", () => {
  it("are those of the brand that they were made for", () => {
    expect(inBrand("#173c32")).toBe("#173c32");
  });

  it("turn with the main colour and the accent of another brand", () => {
    expect(strongest("#173c32")).toBe("green");
    expect(strongest(blue("#173c32"))).toBe("blue");
    expect(blue("#f2a33a")).not.toBe("#f2a33a");
    expect(strongest(blue("#eda23a"))).toBe("red");
  });

  it("are grey in a grey brand", () => {
    const grey = colourerOf({ ramp: withMiddle("#666666"), accent: "#888888" });
    const [, r, g, b] = /^#(..)(..)(..)$/.exec(grey("#173c32")) ?? [];
    expect(new Set([r, g, b]).size).toBe(1);
  });

  it.each(Object.values(coverPalettes()).flat())(
    "keep the silhouette distinguishable in another brand ($sky)",
    (palette) => {
      for (const ground of [palette.sky, palette.field, palette.floor]) {
        expect(contrast(blue(palette.ink), blue(ground))).toBeGreaterThan(2.3);
      }
    },
  );
});
