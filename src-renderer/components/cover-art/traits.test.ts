import { afterEach, describe, expect, it } from "vitest";
import { motifNames } from "#resources/art/motif-names.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { knownMotif } from "./motif-art.tsx";
import { type CoverSubject, type CoverTraits, coverTraits, variantsOf } from "./traits.ts";

/** `entry.json` of the demo content, by path. */
const files = import.meta.glob<{ motif: string; publishedAt: string | null }>(
  "../../../resources/content/*/*/entry.json",
  { eager: true, import: "default" },
);

/** Returns the demo entries of a kind as its list shows them, newest first. */
const demoEntries = (kind: ContentKind): CoverSubject[] =>
  Object.entries(files)
    .filter(([path]) => path.includes(`/${kind}/`))
    // Drafts are in no list.
    .flatMap(([path, { motif, publishedAt }]) => (publishedAt ? { path, motif, publishedAt } : []))
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .map(({ path, motif }) => ({
      kind,
      slug: path.split("/").at(-2) ?? "",
      motif: knownMotif(motif),
    }));

const arrangement = ({ companion, mirrored, zoom }: CoverTraits) =>
  `${companion} ${mirrored} ${zoom}`;

/** Returns in how many of motif, backdrop, palette and arrangement two covers differ. */
const differences = (one: CoverTraits, other: CoverTraits) =>
  [
    one.motif !== other.motif,
    one.backdrop !== other.backdrop,
    one.palette !== other.palette,
    arrangement(one) !== arrangement(other),
  ].filter(Boolean).length;

/** Returns the pairs within ten entries in a row whose covers look alike. */
function lookAlikes(entries: readonly CoverSubject[], variants: readonly number[]) {
  const covers = entries.map((entry, i) => coverTraits({ ...entry, variant: variants[i] ?? 0 }));
  return covers.flatMap((cover, i) =>
    covers
      .slice(i + 1, i + 10)
      .flatMap((other, j) =>
        differences(cover, other) < 2 ? [[entries[i]?.slug, entries[i + 1 + j]?.slug]] : [],
      ),
  );
}

const topics = ["warm-up", "first-steps", "core", "show-day", "winter", "puppies", "seniors"];
const slugs = Array.from({ length: 40 }, (_, i) => `${topics[i % topics.length]}-${i}`);

const ofDemo = brand;

afterEach(() => setBrand(ofDemo));

describe("covers in a list", () => {
  it.each(contentKinds)(
    "differ among the demo entries of %s, as their own pages show them",
    (kind) => {
      const entries = demoEntries(kind);
      const variants = variantsOf(entries);
      expect(lookAlikes(entries, variants)).toEqual([]);
      expect(variants.every((variant) => variant === 0)).toBe(true);
    },
  );

  it("differ in a mix of the newest entries of all kinds", () => {
    const newest = contentKinds.flatMap((kind) => demoEntries(kind).slice(0, 2));
    expect(
      lookAlikes(
        newest,
        newest.map(() => 0),
      ),
    ).toEqual([]);
  });

  it.each(motifNames)("differ within ten entries in a row that all have the motif %s", (motif) => {
    for (const kind of contentKinds) {
      const entries = slugs.map((slug) => ({ kind, slug, motif }));
      expect(lookAlikes(entries, variantsOf(entries))).toEqual([]);
    }
  });

  it.each(motifNames)("differ as well without dogs, all with the motif %s", (motif) => {
    setBrand({ ...ofDemo, partsOff: ["dogs"] });
    const entries = slugs.map((slug) => ({ kind: "blog" as const, slug, motif }));
    expect(lookAlikes(entries, variantsOf(entries))).toEqual([]);
  });

  it("keep their variants when the next page is added", () => {
    const entries = slugs.map((slug) => ({ kind: "blog", slug, motif: "rosette" }) as const);
    expect(variantsOf(entries).slice(0, 12)).toEqual(variantsOf(entries.slice(0, 12)));
  });

  it("give each demo recipe a dish of its own", () => {
    const motifs = demoEntries("recipes").map(({ motif }) => motif);
    expect(new Set(motifs).size).toBe(motifs.length);
  });
});
