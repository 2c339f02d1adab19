// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { MotifShape } from "../../../resources/art/motif.ts";
import { motifNames, motifs, type MotifName } from "../../../resources/art/motifs.ts";
import { CoverArt } from "./cover-art.tsx";
import { MotifArt } from "./motif-art.tsx";
import { coverPalettes } from "./palettes.ts";
import { poses } from "./scene.ts";

const slugs = [
  "first-jump",
  "liver-biscuits",
  "warm-up",
  "calm-at-the-start",
  "veteran-core",
  "reading-the-course",
];

function pictureOf(slug: string, motif: MotifName = "jump", ratio = "16 / 9") {
  const { container } = render(
    <CoverArt kind="articles" slug={slug} motif={motif} ratio={ratio} />,
  );
  return container.innerHTML;
}

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

afterEach(cleanup);

describe("CoverArt", () => {
  it("draws the same picture for an entry each time", () => {
    expect(pictureOf("first-jump")).toBe(pictureOf("first-jump"));
  });

  it("draws different pictures for different slugs", () => {
    expect(new Set(slugs.map((slug) => pictureOf(slug))).size).toBe(slugs.length);
  });

  it.each(motifNames)("draws every shape of %s in one of its poses", (motif) => {
    const picture = pictureOf("first-jump", motif);
    const drawn = (poses[motif] ?? [motif]).filter((pose) =>
      pathsOf(pose).every(({ d }) => picture.includes(d)),
    );
    expect(drawn).not.toEqual([]);
  });

  it("has the requested aspect ratio", () => {
    expect(pictureOf("first-jump", "jump", "1 / 1")).toContain('viewBox="0 0 360 360"');
  });

  it("is an image with a name if it has a title, otherwise decorative", () => {
    render(
      <CoverArt kind="videos" slug="first-jump" motif="dog-large" title="A dog at the trot" />,
    );
    expect(screen.getByRole("img", { name: "A dog at the trot" })).toBeDefined();
    cleanup();
    pictureOf("first-jump");
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("has no inline style, which a strict CSP would block", () => {
    expect(pictureOf("first-jump")).not.toMatch(/<style|style=/);
  });
});

describe("cover palettes", () => {
  it.each(Object.values(coverPalettes).flat())(
    "keep the silhouette distinguishable from the background ($sky)",
    (palette) => {
      for (const ground of [palette.sky, palette.field, palette.floor]) {
        expect(contrast(palette.ink, ground)).toBeGreaterThan(2.5);
      }
    },
  );
});

describe("MotifArt", () => {
  it.each(motifNames)("draws all paths of %s", (motif) => {
    const { container } = render(<MotifArt motif={motif} />);
    expect(container.querySelectorAll("path")).toHaveLength(pathsOf(motif).length);
  });

  it("draws silhouettes in the colour of the text", () => {
    expect(render(<MotifArt motif="jump" />).container.innerHTML).toContain("currentColor");
  });

  it("has a name only if it has a title", () => {
    render(<MotifArt motif="bowl" title="An empty bowl" />);
    expect(screen.getByRole("img", { name: "An empty bowl" })).toBeDefined();
  });
});
