import { makeStyles } from "@fluentui/react-components";
import type { MotifName } from "../../../../resources/art/motifs.ts";
import { PlacedMotif } from "../../../components/cover-art/motif-art.tsx";
import { coverPalettes } from "../../../components/cover-art/palettes.ts";

/** Colours of the pictures: the darkest of the articles' palettes. */
export const palette = coverPalettes.articles[2] ?? coverPalettes.articles[0];

/** Height of the ground in px; text stays above it. */
export const groundHeight = 184;

/** Width of the ground's drawing in px: what exceeds the window is cut off on both sides. */
const breadth = 3200;
const horizon = 84;
/** Width of the rope between two posts. */
const span = 160;

const far = {
  ink: palette.quiet,
  base: palette.quiet,
  light: palette.quiet,
  accent: palette.quiet,
  deep: palette.sky,
};

/** Obstacles behind the rope; x is measured from the middle. */
const obstacles: readonly { motif: MotifName; x: number; height: number }[] = [
  { motif: "a-frame", x: -1090, height: 92 },
  { motif: "tunnel", x: -800, height: 60 },
  { motif: "seesaw", x: -420, height: 56 },
  { motif: "tunnel", x: -120, height: 64 },
  { motif: "a-frame", x: 690, height: 96 },
  { motif: "weave-poles", x: 960, height: 66 },
  { motif: "jump", x: 1200, height: 62 },
];

const posts = Array.from({ length: breadth / span + 1 }, (_, i) => i * span);

const useStyles = makeStyles({
  ground: { display: "block", width: "100%", height: `${groundHeight}px` },
  sun: { position: "absolute", inset: 0, width: "100%" },
  team: { position: "relative", zIndex: 2, display: "block", width: "100%" },
});

/** The floor of a show ring with a rope and obstacles behind it, as wide as its container. */
export function HeroGround() {
  const styles = useStyles();
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={styles.ground}
      viewBox={`0 0 ${breadth} ${groundHeight}`}
      preserveAspectRatio="xMidYMax slice"
    >
      {obstacles.map(({ motif, x, height }) => (
        <PlacedMotif
          key={x}
          motif={motif}
          spot={{ x: breadth / 2 + x, foot: horizon + 2, height, width: height * 2.4 }}
          tones={far}
        />
      ))}
      <g fill="none" stroke={palette.line}>
        <path
          d={posts.map((x) => `M${x} ${horizon - 58}q${span / 2} 26 ${span} 0`).join("")}
          strokeWidth={4}
        />
        <path d={posts.map((x) => `M${x} ${horizon - 66}v66`).join("")} strokeWidth={8} />
      </g>
      <rect y={horizon} width={breadth} height={groundHeight} fill={palette.floor} />
    </svg>
  );
}

const teamBox = { viewBox: "0 0 500 500", preserveAspectRatio: "xMidYMax meet" } as const;

/** A dog that crosses a jump on the ground, and the sun behind the ground. */
export function HeroTeam() {
  const styles = useStyles();
  return (
    <>
      <svg aria-hidden="true" focusable="false" className={styles.sun} {...teamBox}>
        <circle cx={262} cy={250} r={232} fill={palette.field} />
      </svg>
      <svg aria-hidden="true" focusable="false" className={styles.team} {...teamBox}>
        <PlacedMotif
          motif="over-jump"
          spot={{ x: 252, foot: 478, width: 470, height: 464 }}
          tones={palette}
        />
      </svg>
    </>
  );
}
