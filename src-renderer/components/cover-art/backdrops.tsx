import type { ReactNode } from "react";
import type { Spot } from "./motif-art.tsx";
import type { CoverPalette } from "./palettes.ts";

/** The size of the picture in its own units; the shorter side is always 360. */
export type Stage = { width: number; height: number };

/** A drawn background, and the spots of the main motif and its companion. */
export type Backdrop = { ground: ReactNode; main: Spot; companion: Spot };

/** Draws a backdrop; `drift` (-1 to 1) moves its large shapes a little, for variety. */
type DrawBackdrop = (stage: Stage, palette: CoverPalette, drift: number) => Backdrop;

const shorterSide = 360;

/** Returns the stage of an aspect ratio: 640 by 360 for `16 / 9`. */
export function stageOf(ratio: string): Stage {
  const [across = 16, down = 9] = ratio.split("/").map(Number);
  const unit = shorterSide / Math.min(across, down);
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}

/** A tall arch with a rim, in which the motif stands. */
const arch: DrawBackdrop = ({ width, height }, palette, drift) => {
  const middle = Math.round(width * 0.56);
  const floor = Math.round(height * 0.84);
  const vault = (radius: number) =>
    `M${middle - radius} ${floor}V${Math.round(height * 0.5)}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${floor}z`;
  const radius = Math.round(136 + drift * 10);
  return {
    ground: (
      <>
        <path d={vault(radius + 24)} fill={palette.line} />
        <path d={vault(radius)} fill={palette.field} />
        <rect y={floor} width={width} height={height} fill={palette.floor} />
      </>
    ),
    main: { x: middle, foot: height * 0.91, width: width * 0.7, height: 262 },
    companion: { x: width * 0.14, foot: floor + 1, width: width * 0.25, height: 120 },
  };
};

const seat = 58;

/** A ring seen from the stands: an oval floor with a row of heads on the far side. */
const arena: DrawBackdrop = ({ width, height }, palette, drift) => {
  const horizon = Math.round(height * 0.54);
  const middle = Math.round(width * 0.5 + drift * 30);
  const heads = Array.from({ length: Math.ceil(width / seat) + 2 }, (_, index) =>
    Math.round((index + drift / 2 - 0.5) * seat),
  );
  const row = (rest: number) =>
    heads
      .map((x, index) => (index % 3 === rest ? `M${x - 25} ${horizon}a25 29 0 0 1 50 0z` : ""))
      .join("");
  return {
    ground: (
      <>
        <path d={row(0) + row(1)} fill={palette.field} />
        <path d={row(2)} fill={palette.line} />
        <rect y={horizon} width={width} height={height} fill={palette.quiet} />
        <ellipse
          cx={middle}
          cy={height * 0.8}
          rx={width * 0.49}
          ry={height * 0.155}
          fill={palette.line}
        />
        <ellipse
          cx={middle}
          cy={height * 0.81}
          rx={width * 0.465}
          ry={height * 0.14}
          fill={palette.floor}
        />
      </>
    ),
    main: { x: width * 0.47, foot: height * 0.9, width: width * 0.76, height: 276 },
    companion: { x: width * 0.85, foot: horizon + 3, width: width * 0.2, height: 92 },
  };
};

/** Two soft hills and a moon. */
const hills: DrawBackdrop = ({ width, height }, palette, drift) => {
  const across = (share: number) => Math.round(width * share);
  const down = (share: number) => Math.round(height * share);
  const near = down(0.72);
  const far = down(0.63);
  return {
    ground: (
      <>
        <circle
          cx={width * 0.74}
          cy={height * 0.3 + drift * 18}
          r={72 + drift * 14}
          fill={palette.field}
        />
        <path
          d={`M0 ${far + 44}C${across(0.25)} ${far + 50} ${across(0.5)} ${far - 24} ${across(0.75)} ${far - 16}S${width} ${far + 8} ${width} ${far + 8}V${height}H0Z`}
          fill={palette.line}
        />
        <path
          d={`M0 ${near + 16}C${across(0.2)} ${near - 14} ${across(0.5)} ${near - 8} ${across(0.7)} ${near + 36}S${width} ${near + 70} ${width} ${near + 70}V${height}H0Z`}
          fill={palette.floor}
        />
      </>
    ),
    main: { x: width * 0.4, foot: height * 0.86, width: width * 0.74, height: 262 },
    companion: { x: width * 0.83, foot: far - 6, width: width * 0.22, height: 92 },
  };
};

/** A show ribbon that sweeps up through the picture. */
const ribbon: DrawBackdrop = ({ width, height }, palette, drift) => {
  const across = (share: number) => Math.round(width * share + drift * 24);
  const down = (share: number) => Math.round(height * share);
  const sweep = (drop: number) =>
    `M-60 ${down(0.78) + drop}C${across(0.28)} ${down(1.02) + drop} ${across(0.42)} ${down(0.12) + drop} ${width + 60} ${down(0.14) + drop}`;
  const floor = down(0.85);
  return {
    ground: (
      <>
        <g fill="none">
          <path d={sweep(0)} stroke={palette.field} strokeWidth={118} />
          <path d={sweep(82)} stroke={palette.line} strokeWidth={26} />
        </g>
        <rect y={floor} width={width} height={height} fill={palette.floor} />
      </>
    ),
    main: { x: width * 0.56, foot: height * 0.92, width: width * 0.76, height: 276 },
    companion: { x: width * 0.15, foot: floor + 1, width: width * 0.24, height: 112 },
  };
};

const span = 120;

/** Ring floor with a rope behind it and a low sun. */
const ringside: DrawBackdrop = ({ width, height }, palette, drift) => {
  const horizon = Math.round(height * 0.76);
  const posts = Array.from({ length: Math.ceil(width / span) + 2 }, (_, index) =>
    Math.round((index - 0.5 + drift / 4) * span),
  );
  return {
    ground: (
      <>
        <circle
          cx={width * 0.45 + drift * 36}
          cy={height * 0.48}
          r={146 + drift * 18}
          fill={palette.field}
        />
        <rect y={horizon} width={width} height={height} fill={palette.floor} />
        <g fill="none" stroke={palette.line}>
          <path
            d={posts.map((x) => `M${x - span} ${horizon - 56}q60 24 ${span} 0`).join("")}
            strokeWidth={4}
          />
          <path d={posts.map((x) => `M${x} ${horizon - 62}v62`).join("")} strokeWidth={7} />
        </g>
      </>
    ),
    main: { x: width * 0.45, foot: height * 0.89, width: width * 0.74, height: 256 },
    companion: { x: width * 0.85, foot: horizon + 1, width: width * 0.24, height: 110 },
  };
};

/** Slanting bands, like a close-up of the striped bar of a hurdle. */
const stripes: DrawBackdrop = ({ width, height }, palette, drift) => {
  const band = Math.round(96 + drift * 16);
  const lean = Math.round(height * 0.6);
  const count = Math.ceil((width + lean) / (2 * band)) + 1;
  const starts = Array.from({ length: count }, (_, index) => index * 2 * band - lean);
  const floor = Math.round(height * 0.83);
  return {
    ground: (
      <>
        <path
          d={starts
            .map((x) => `M${x} ${height}l${lean} ${-height}h${band}l${-lean} ${height}z`)
            .join("")}
          fill={palette.field}
        />
        <rect y={floor} width={width} height={height} fill={palette.floor} />
      </>
    ),
    main: { x: width * 0.54, foot: height * 0.91, width: width * 0.8, height: 276 },
    companion: { x: width * 0.15, foot: floor + 1, width: width * 0.24, height: 104 },
  };
};

/** All backdrops; the slug of an entry decides which one it gets. */
export const allBackdrops: readonly [DrawBackdrop, ...DrawBackdrop[]] = [
  ringside,
  hills,
  stripes,
  ribbon,
  arena,
  arch,
];
