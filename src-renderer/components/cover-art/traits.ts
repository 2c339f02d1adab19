import { dishNames, type MotifName } from "#resources/art/motif-names.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { hashText } from "#shared/text-hash.ts";
import { companionsOf, hasDogs, posesOf } from "./poses.ts";

/** What a cover is composed from. Its motif may be another pose of the entry's motif. */
export type CoverTraits = {
  motif: MotifName;
  backdrop: BackdropName;
  /** Which of its kind's palettes. */
  palette: 0 | 1 | 2;
  companion: MotifName;
  mirrored: boolean;
  /** Size of the main motif; 1 fills its spot. */
  zoom: number;
  /** Offset of the backdrop's large shapes, -1 to 1. */
  drift: number;
};

/** What a cover is chosen by. `variant` is 0, or the number of another choice for the same entry. */
export type CoverSubject = { kind: ContentKind; slug: string; motif: MotifName; variant?: number };

type List<T> = readonly [T, ...T[]];

const outdoors = [
  "ringside",
  "hills",
  "stripes",
  "ribbon",
  "arena",
  "arch",
  "bunting",
  "halves",
  "trees",
] as const;
const indoors = [
  "tiles",
  "cloth",
  "porthole",
  "arch",
  "stripes",
  "halves",
  "ribbon",
  "hills",
] as const;

/** Without the rings of shows for dogs. */
const anywhere = [
  "hills",
  "stripes",
  "ribbon",
  "arch",
  "bunting",
  "halves",
  "trees",
  "porthole",
] as const;

/** One of the drawn backgrounds. */
export type BackdropName = (typeof outdoors | typeof indoors)[number];

/** Part of every seed, chosen so that the covers of the demo content differ without variants. */
const salt = "c7y";

/** Creates functions that pick items and numbers; the same seed gives the same picks (mulberry32). */
function createPicker(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    pick: <T>(list: List<T>) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}

/** Returns the parts of an entry's cover: always the same for the same subject. */
export function coverTraits({ kind, slug, motif, variant = 0 }: CoverSubject): CoverTraits {
  const { pick, next } = createPicker(hashText(`${salt}${kind}/${slug}${variant || ""}`));
  const isKitchen = [...dishNames, "bowl", "kitchen-scale"].some((name) => name === motif);
  const shown = pick(posesOf(motif));
  return {
    motif: shown,
    backdrop: pick<BackdropName>(isKitchen ? indoors : hasDogs() ? outdoors : anywhere),
    palette: pick([0, 1, 2]),
    companion: pick(companionsOf(shown)),
    mirrored: pick([false, true]),
    zoom: pick([0.88, 1, 1.1]),
    drift: next() * 2 - 1,
  };
}

const arrangement = ({ companion, mirrored, zoom }: CoverTraits) =>
  `${companion} ${mirrored} ${zoom}`;

/** Returns how different two covers look, 0 to 6: 0 unless they differ in at least two traits. */
function distance(one: CoverTraits, other: CoverTraits): number {
  const weights = [
    one.motif === other.motif ? 0 : 2,
    one.backdrop === other.backdrop ? 0 : 2,
    one.palette === other.palette ? 0 : 1,
    arrangement(one) === arrangement(other) ? 0 : 1,
  ];
  const differing = weights.filter(Boolean).length;
  return differing < 2 ? 0 : weights.reduce((sum, weight) => sum + weight, 0);
}

/** Covers at a smaller distance look alike. */
const clear = 4;
/** Covers that are seen together. */
const shownAtOnce = 10;
const variantsTried = 32;

/** Returns a variant for each entry: no two of ten covers in a row look alike. Most have 0, as on their own page. */
export function variantsOf(entries: readonly CoverSubject[]): number[] {
  const chosen: CoverTraits[] = [];
  return entries.map((entry) => {
    const seen = chosen.slice(1 - shownAtOnce);
    let best = { variant: 0, traits: coverTraits(entry), nearest: -1 };
    for (let variant = 0; variant < variantsTried && best.nearest < clear; variant += 1) {
      const traits = coverTraits({ ...entry, variant });
      const nearest = Math.min(...seen.map((other) => distance(traits, other)), clear);
      if (nearest > best.nearest) best = { variant, traits, nearest };
    }
    chosen.push(best.traits);
    return best.variant;
  });
}
