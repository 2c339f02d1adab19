import type { Tone } from "../../../resources/art/motif.ts";
import { type Stage, stageOf } from "./backdrop.ts";
import { PlacedMotif } from "./motif-art.tsx";
import type { CoverPalette } from "./palettes.ts";
import { arrangeScene } from "./scene.ts";
import { type CoverSubject, type CoverTraits, coverTraits } from "./traits.ts";

/** Returns the tones of a silhouette; light parts show the background, so that stripes stay visible. */
const quietTones = ({ quiet, sky }: CoverPalette): Record<Tone, string> => ({
  ink: quiet,
  base: quiet,
  light: sky,
  accent: quiet,
  deep: sky,
});

function arrange({ backdrop, palette, drift, zoom, ...shown }: CoverTraits, stage: Stage) {
  const { ground, main, companion } = backdrop(stage, palette, drift);
  const spot = { ...main, width: main.width * zoom, height: main.height * zoom };
  return { ground, actors: arrangeScene({ ground, main: spot, companion }, shown, stage) };
}

/** Rain that falls through the whole picture. */
function Rain({ stage, colour }: { stage: Stage; colour: string }) {
  const drops = Array.from({ length: Math.ceil((stage.width * stage.height) / 3600) }, (_, i) => {
    const x = (i * 97) % (stage.width + 60);
    const y = (i * 151) % stage.height;
    return `M${x} ${y}l-10 ${i % 3 ? 26 : 40}`;
  });
  return (
    <path
      d={drops.join("")}
      stroke={colour}
      strokeOpacity={0.6}
      strokeWidth={4}
      strokeLinecap="round"
    />
  );
}

/**
 * The cover of an entry, composed from its motif and slug: always the same for the same entry and
 * variant. It fills the width of its container. Colours are SVG attributes, which a strict CSP allows.
 * @param title accessible name; without one the cover is decorative
 * @param ratio width to height, such as `16 / 9` or `1 / 1`
 */
export function CoverArt(props: CoverSubject & { title?: string; ratio?: string }) {
  const { title, ratio = "16 / 9", ...subject } = props;
  const stage = stageOf(ratio);
  const traits = coverTraits(subject);
  const { palette, mirrored } = traits;
  const { ground, actors } = arrange(traits, stage);
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
        {subject.motif === "wet-day" && <Rain stage={stage} colour={palette.base} />}
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
