import { makeStyles } from "@fluentui/react-components";
import type { DogHeight } from "#shared/api/dogs.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** Size of the drawing in its own units. */
const size = { width: 320, height: 48, margin: 4 };

/** Shortest range of heights that fills the drawing, in cm: differences of mm are no growth. */
const leastRange = 5;

const useStyles = makeStyles({
  line: { display: "block", width: "100%", maxWidth: "320px", height: "48px", marginBottom: "8px" },
});

/** Returns the corners of the line, `x,y`, from the first measurement to the latest. */
function cornersOf(heights: readonly DogHeight[]): string[] {
  const points = heights
    .map(({ heightCm, measuredOn }) => ({ time: Date.parse(measuredOn), heightCm }))
    .toReversed();
  const times = points.map(({ time }) => time);
  const lowest = Math.min(...points.map(({ heightCm }) => heightCm));
  const highest = Math.max(...points.map(({ heightCm }) => heightCm));
  const start = Math.min(...times);
  const { width, height, margin } = size;
  const perMs = (width - 2 * margin) / (Math.max(...times) - start);
  const perCm = (height - 2 * margin) / Math.max(highest - lowest, leastRange);
  return points.map(
    ({ time, heightCm }) =>
      `${(margin + (time - start) * perMs).toFixed(1)},${(height - margin - (heightCm - lowest) * perCm).toFixed(1)}`,
  );
}

/** Draws how a dog grew; the table says the same. Nothing for measurements of one day. */
export function HeightLine({ heights }: { heights: readonly DogHeight[] }) {
  const styles = useStyles();
  const days = new Set(heights.map(({ measuredOn }) => measuredOn));
  if (days.size < 2) return null;
  const corners = cornersOf(heights);
  const [x, y] = corners.at(-1)?.split(",") ?? [];
  return (
    <svg aria-hidden className={styles.line} viewBox={`0 0 ${size.width} ${size.height}`}>
      <polyline
        points={corners.join(" ")}
        fill="none"
        stroke={tokens.colorNeutralStrokeAccessible}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      <circle cx={x} cy={y} r={4} fill={tokens.colorAccent} />
    </svg>
  );
}
