import { expect, it } from "vitest";
import { knownFaces } from "#resources/art/faces.ts";
import { motifNames } from "#resources/art/motif-names.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import * as drawings from "./drawings.ts";

const { drawn } = drawings;

it("every drawing is accepted as markup", () => {
  const covers = contentKinds.flatMap((kind) =>
    motifNames.map((motif) => drawings.drawCover({ kind, slug: "calm", motif }, "16 / 9")),
  );
  const others = [
    ...motifNames.map(drawings.drawMotif),
    ...[...Object.keys(knownFaces), "Ada"].map(drawings.drawPortrait),
    drawings.drawHeroGround(),
    drawings.drawHeroSun(),
    drawings.drawHeroTeam(),
    drawings.drawLineUp(),
  ];
  for (const markup of [...covers, ...others]) expect(drawn(markup)).toBe(markup);
});

it.each([
  "text",
  "<script>alert(1)</script>",
  '<path d="M0"/><img src="x" onerror="alert(1)">',
  '<g onclick="alert(1)"></g>',
  '<svg viewBox="0 0 1 1"><a href="javascript:alert(1)"></a></svg>',
  '<path d="M0" style=""><foreignObject/></path>',
])("%s is refused", (markup) => {
  expect(() => drawn(markup)).toThrow(TypeError);
});
