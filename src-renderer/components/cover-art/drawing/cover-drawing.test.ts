import { expect, describe, it } from "vitest";
import type { MotifShape } from "#resources/art/motif.ts";
import { motifNames, type MotifName } from "#resources/art/motif-names.ts";
import { motifs } from "#resources/art/motifs.ts";
import { poses } from "../poses.ts";
import { coverSvg, drawCover } from "./cover-drawing.ts";
import { drawMotif } from "./motif-drawing.ts";
import { coverPalettes } from "./palettes.ts";

const slugs = [
  "first-jump",
  "liver-biscuits",
  "warm-up",
  "calm-at-the-start",
  "veteran-core",
  "reading-the-course",
];

const pictureOf = (slug: string, motif: MotifName = "jump") =>
  drawCover({ kind: "articles", slug, motif }, "16 / 9");

/** Returns all paths of a motif, those of motifs within it included. */
const pathsOf = (motif: MotifName): MotifShape[] =>
  motifs[motif].shapes.flatMap((shape) => ("use" in shape ? pathsOf(shape.use) : [shape]));

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe("covers", () => {
  it("are the same for an entry each time", () => {
    expect(pictureOf("first-jump")).toBe(pictureOf("first-jump"));
  });

  it("differ for different slugs", () => {
    expect(new Set(slugs.map((slug) => pictureOf(slug))).size).toBe(slugs.length);
  });

  it.each(motifNames)("have every shape of %s in one of its poses", (motif) => {
    const picture = pictureOf("first-jump", motif);
    const drawn = (poses[motif] ?? [motif]).filter((pose) =>
      pathsOf(pose).every(({ d }) => picture.includes(d)),
    );
    expect(drawn).not.toEqual([]);
  });

  it("have the requested aspect ratio", () => {
    const square = coverSvg({ kind: "articles", slug: "first-jump", motif: "jump" }, "1 / 1");
    expect(square).toContain('viewBox="0 0 360 360"');
  });

  it("have no inline style, which a strict CSP would block, and no id, which another picture could have", () => {
    expect(pictureOf("first-jump")).not.toMatch(/<style|style=|id=/);
  });
});

describe("cover palettes", () => {
  it.each(Object.values(coverPalettes()).flat())(
    "keep the silhouette distinguishable from the background ($sky)",
    (palette) => {
      for (const ground of [palette.sky, palette.field, palette.floor]) {
        expect(contrast(palette.ink, ground)).toBeGreaterThan(2.5);
      }
    },
  );
});

describe("single motifs", () => {
  it.each(motifNames)("have all paths of %s", (motif) => {
    expect(drawMotif(motif).match(/<path/g)).toHaveLength(pathsOf(motif).length);
  });

  it("have the colour of the text", () => {
    expect(drawMotif("jump")).toContain("currentColor");
  });
});
