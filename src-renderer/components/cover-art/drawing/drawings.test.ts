import { afterEach, expect, it } from "vitest";
import { knownFaces } from "#resources/art/faces.ts";
import { motifNames, neutralNames, type MotifName } from "#resources/art/motif-names.ts";
import { motifs } from "#resources/art/motifs.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import * as drawings from "./drawings.ts";

const { drawn } = drawings;
const ofDemo = brand;

afterEach(() => setBrand(ofDemo));

/** Returns every drawing there is; covers of a few slugs each. */
function allDrawings(): string[] {
  const slugs = ["calm", "first-steps", "summer", "a-long-day"];
  const covers = contentKinds.flatMap((kind) =>
    motifNames.flatMap((motif) =>
      slugs.map((slug) => drawings.drawCover({ kind, slug, motif }, "16 / 9")),
    ),
  );
  return [
    ...covers,
    ...motifNames.map(drawings.drawMotif),
    ...[...Object.keys(knownFaces), "Ada"].map(drawings.drawPortrait),
    drawings.drawHeroGround(),
    drawings.drawHeroSun(),
    drawings.drawHeroTeam(),
    drawings.drawLineUp(),
  ];
}

it.each([[undefined], [["dogs" as const]]])(
  "every drawing is accepted as markup, with %s off",
  (partsOff) => {
    setBrand({ ...ofDemo, partsOff });
    for (const markup of allDrawings()) expect(drawn(markup)).toBe(markup);
  },
);

/** Returns the paths of motifs, those of motifs within them included. */
const pathsOf = (names: readonly MotifName[]): string[] =>
  names.flatMap((name) =>
    motifs[name].shapes.flatMap((shape) => ("use" in shape ? pathsOf([shape.use]) : [shape.d])),
  );

it("no drawing shows a dog, or what is made for one, while the part is off", () => {
  const neutral = new Set(pathsOf(neutralNames));
  const ofDogs = pathsOf(motifNames).filter((d) => !neutral.has(d));
  const shown = () => allDrawings().filter((markup) => ofDogs.some((d) => markup.includes(d)));
  expect(shown()).not.toEqual([]);
  setBrand({ ...ofDemo, partsOff: ["dogs"] });
  expect(shown()).toEqual([]);
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
