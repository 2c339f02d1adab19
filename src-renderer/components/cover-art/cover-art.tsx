import type { Tone } from "../../../resources/art/motif.ts";
import type { MotifName } from "../../../resources/art/motifs.ts";
import { hashText } from "../../../src-shared/text-hash.ts";
import { allBackdrops } from "./backdrops/all-backdrops.ts";
import { companions } from "./companions.ts";
import { coverPalettes, type CoverKind, type CoverPalette } from "./palettes.ts";
import { PlacedMotif } from "./placed-motif.tsx";
import { arrangeScene } from "./scene.ts";
import { createChooser } from "./chooser.ts";
import { stageOf } from "./stage-of.ts";

/** A silhouette in the quiet colour; what is light shows the ground, so that stripes and rings stay readable. */
const quietTones = ({ quiet, sky }: CoverPalette): Record<Tone, string> => ({
  ink: quiet,
  base: quiet,
  light: sky,
  accent: quiet,
});

function compose(kind: CoverKind, slug: string, motif: MotifName, ratio: string) {
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
 * The cover of one entry: composed from its motif and slug, always the same for the same entry. It fills the width of
 * its container; colours are SVG attributes, so that no style of the page and no strict CSP gets in the way.
 * @param title accessible name; without it the cover is decoration
 * @param ratio width to height, such as `16 / 9` or `1 / 1`
 */
export function CoverArt(props: {
  kind: CoverKind;
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
