import { makeStyles } from "@fluentui/react-components";
import type { MotifName } from "../../../resources/art/motifs.ts";
import { coverPalettes } from "../../components/cover-art/palettes.ts";
import { PlacedMotif } from "../../components/cover-art/motif-art.tsx";
import { tokens } from "../../theme/tokens.ts";

const stage = { width: 1200, height: 360 };
const floor = 292;
const [palette] = coverPalettes.articles;

/** The five height classes at the rope, smallest first. */
const dogs: readonly { motif: MotifName; x: number; height: number; leaping?: true }[] = [
  { motif: "dog-extra-small", x: 110, height: 84 },
  { motif: "dog-small", x: 290, height: 112 },
  { motif: "dog-medium", x: 520, height: 104, leaping: true },
  { motif: "dog-intermediate", x: 790, height: 128, leaping: true },
  { motif: "dog-large", x: 1075, height: 196 },
];

const useStyles = makeStyles({
  frame: { overflow: "hidden", borderRadius: tokens.borderRadiusXLarge, lineHeight: 0 },
  picture: { display: "block", width: "100%", aspectRatio: "1200 / 360" },
});

/** Dogs of all five height classes beside the rope; decoration. */
export function LineUp() {
  const styles = useStyles();
  const posts = [0, 1, 2, 3, 4, 5].map((i) => i * 240);
  return (
    <div className={styles.frame}>
      <svg
        aria-hidden="true"
        focusable="false"
        className={styles.picture}
        viewBox={`0 0 ${stage.width} ${stage.height}`}
      >
        <rect width={stage.width} height={stage.height} fill={palette.sky} />
        <circle cx={760} cy={230} r={190} fill={palette.field} />
        <g fill="none" stroke={palette.line}>
          <path d={posts.map((x) => `M${x} ${floor - 84}q120 34 240 0`).join("")} strokeWidth={5} />
          <path d={posts.map((x) => `M${x} ${floor - 92}v92`).join("")} strokeWidth={9} />
        </g>
        <rect y={floor - 8} width={stage.width} height={stage.height} fill={palette.floor} />
        {dogs.map(({ motif, x, height, leaping }) => (
          <PlacedMotif
            key={motif}
            motif={motif}
            spot={{ x, foot: leaping ? floor - 18 : floor + 24, height, width: height * 2.2 }}
            tones={palette}
          />
        ))}
      </svg>
    </div>
  );
}
