import type { Tone } from "../../../resources/art/motif.ts";
import type { MotifName } from "../../../resources/art/motifs.ts";
import type { ContentKind } from "../../../src-shared/content-kinds.ts";
import { hashText } from "../../../src-shared/text-hash.ts";
import { allBackdrops, stageOf } from "./backdrops.tsx";
import { PlacedMotif } from "./motif-art.tsx";
import { type CoverPalette, coverPalettes } from "./palettes.ts";
import { arrangeScene, companions } from "./scene.ts";

/** A random generator that gives the same results for the same seed. */
type Chooser = {
  /** Returns one item of a non-empty list. */
  pick: <T>(list: readonly [T, ...T[]]) => T;
  /** Returns a number from low (inclusive) to high (exclusive). */
  between: (low: number, high: number) => number;
};

/** Creates a chooser from an unsigned 32-bit seed (mulberry32). */
function createChooser(seed: number): Chooser {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    between: (low, high) => low + next() * (high - low),
  };
}

/** Returns the tones of a silhouette; light parts show the background, so that stripes stay visible. */
const quietTones = ({ quiet, sky }: CoverPalette): Record<Tone, string> => ({
  ink: quiet,
  base: quiet,
  light: sky,
  accent: quiet,
});

function compose(kind: ContentKind, slug: string, motif: MotifName, ratio: string) {
  const stage = stageOf(ratio);
  const { pick, between } = createChooser(hashText(`${kind}/${slug}`));
  const palette = pick(coverPalettes[kind]);
  const backdrop = pick(allBackdrops)(stage, palette, between(-1, 1));
  const size = between(0.9, 1.06);
  const main = {
    ...backdrop.main,
    width: backdrop.main.width * size,
    height: backdrop.main.height * size,
  };
  const actors = arrangeScene({ ...backdrop, main }, motif, pick(companions[motif]), stage);
  return { stage, palette, ground: backdrop.ground, actors, mirrored: pick([false, true]) };
}

/**
 * The cover of an entry, composed from its motif and slug: always the same for the same entry. It
 * fills the width of its container. Colours are SVG attributes, which a strict CSP allows.
 * @param title accessible name; without one the cover is decorative
 * @param ratio width to height, such as `16 / 9` or `1 / 1`
 */
export function CoverArt(props: {
  kind: ContentKind;
  slug: string;
  motif: MotifName;
  title?: string;
  ratio?: string;
}) {
  const { kind, slug, motif, title, ratio = "16 / 9" } = props;
  const { stage, palette, ground, actors, mirrored } = compose(kind, slug, motif, ratio);
  const naming = title ? { role: "img", "aria-label": title } : { "aria-hidden": true };
  return (
    <svg
      {...naming}
      viewBox={`0 0 ${stage.width} ${stage.height}`}
      width="100%"
      display="block"
      preserveAspectRatio="xMidYMid slice"
      focusable="false"
    >
      <rect width={stage.width} height={stage.height} fill={palette.sky} />
      <g transform={mirrored ? `matrix(-1 0 0 1 ${stage.width} 0)` : undefined}>
        {ground}
        {actors.map((actor) => (
          <PlacedMotif
            key={actor.motif}
            motif={actor.motif}
            spot={actor.spot}
            tones={actor.quiet ? quietTones(palette) : palette}
          />
        ))}
      </g>
    </svg>
  );
}
