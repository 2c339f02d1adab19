import { makeStyles } from "@fluentui/react-components";
import type { MotifName } from "../../../../resources/art/motifs.ts";
import { PlacedMotif } from "../../../components/cover-art/motif-art.tsx";
import { coverPalettes } from "../../../components/cover-art/palettes.ts";

/** Colours of the picture: the darkest of the articles' palettes. */
export const palette = coverPalettes.articles[2] ?? coverPalettes.articles[0];

const stage = { width: 1440, height: 720 };
const horizon = 606;
/** Width of the rope between two posts. */
const span = 144;

const far = {
  ink: palette.quiet,
  base: palette.quiet,
  light: palette.quiet,
  accent: palette.quiet,
};

type Actor = { motif: MotifName; x: number; foot: number; height: number; quiet?: true };

/** The motifs in the ring, from back to front; the left third is left free for the text. */
const actors: readonly Actor[] = [
  { motif: "a-frame", x: 1240, foot: horizon + 4, height: 150, quiet: true },
  { motif: "tunnel", x: 640, foot: horizon + 4, height: 84, quiet: true },
  { motif: "seesaw", x: 330, foot: horizon + 4, height: 72, quiet: true },
  { motif: "weave-poles", x: 1300, foot: 668, height: 190 },
  { motif: "jump", x: 1010, foot: 690, height: 236 },
  { motif: "dog-intermediate", x: 1010, foot: 494, height: 226 },
];

const posts = Array.from({ length: Math.ceil(stage.width / span) + 1 }, (_, i) => i * span);

const useStyles = makeStyles({ scene: { display: "block", width: "100%", height: "100%" } });

/** Decorative picture of a show ring, anchored at its lower right in every window size. */
export function HeroScene() {
  const styles = useStyles();
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={styles.scene}
      viewBox={`0 0 ${stage.width} ${stage.height}`}
      preserveAspectRatio="xMaxYMax slice"
    >
      <circle cx={1020} cy={420} r={310} fill={palette.field} />
      <g fill="none" stroke={palette.line}>
        <path
          d={posts.map((x) => `M${x} ${horizon - 58}q${span / 2} 26 ${span} 0`).join("")}
          strokeWidth={4}
        />
        <path d={posts.map((x) => `M${x} ${horizon - 66}v66`).join("")} strokeWidth={8} />
      </g>
      <rect y={horizon} width={stage.width} height={stage.height} fill={palette.floor} />
      {actors.map(({ motif, x, foot, height, quiet }) => (
        <PlacedMotif
          key={motif}
          motif={motif}
          spot={{ x, foot, height, width: height * 2.4 }}
          tones={quiet ? far : palette}
        />
      ))}
    </svg>
  );
}
