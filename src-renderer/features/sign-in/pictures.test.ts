import { expect, it } from "vitest";
import type { MotifName } from "#resources/art/motif-names.ts";
import { coverSvg } from "#renderer/components/cover-art/drawing/cover-drawing.ts";

const motifs: MotifName[] = ["bowl", "jump", "paw", "rosette", "tunnel", "whistle"];

/** Returns a cover as an SVG document. */
const fileOf = (motif: MotifName): string =>
  coverSvg({ kind: "articles", slug: `sign-in-${motif}`, motif }, "4 / 3");

// The drawings as files: their code would be 13 kB of scripts on every form. After a change of the
// drawings, `vitest run -u` with the path of this test writes them anew.
it.each(motifs)("has the picture of %s as it is drawn today", async (motif) => {
  await expect(fileOf(motif)).toMatchFileSnapshot(`pictures/${motif}.svg`);
});
