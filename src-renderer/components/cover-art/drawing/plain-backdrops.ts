import type { DrawBackdrop } from "./backdrop.ts";
import { circle, g, path, rect } from "./svg.ts";

/** A tall arch with a rim, in which the motif stands. */
export const arch: DrawBackdrop = ({ width, height }, palette, drift) => {
  const middle = Math.round(width * 0.56);
  const floor = Math.round(height * 0.84);
  const vault = (radius: number) =>
    `M${middle - radius} ${floor}V${Math.round(height * 0.5)}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${floor}z`;
  const radius = Math.round(136 + drift * 10);
  return {
    ground: [
      path({ d: vault(radius + 24), fill: palette.line }),
      path({ d: vault(radius), fill: palette.field }),
      rect({ y: floor, width, height, fill: palette.floor }),
    ],
    main: { x: middle, foot: height * 0.91, width: width * 0.7, height: 262 },
    companion: { x: width * 0.14, foot: floor + 1, width: width * 0.25, height: 120 },
  };
};

/** Two soft hills and a moon. */
export const hills: DrawBackdrop = ({ width, height }, palette, drift) => {
  const across = (share: number) => Math.round(width * share);
  const down = (share: number) => Math.round(height * share);
  const near = down(0.72);
  const far = down(0.63);
  return {
    ground: [
      circle({
        cx: width * 0.74,
        cy: height * 0.3 + drift * 18,
        r: 72 + drift * 14,
        fill: palette.field,
      }),
      path({
        d: `M0 ${far + 44}C${across(0.25)} ${far + 50} ${across(0.5)} ${far - 24} ${across(0.75)} ${far - 16}S${width} ${far + 8} ${width} ${far + 8}V${height}H0Z`,
        fill: palette.line,
      }),
      path({
        d: `M0 ${near + 16}C${across(0.2)} ${near - 14} ${across(0.5)} ${near - 8} ${across(0.7)} ${near + 36}S${width} ${near + 70} ${width} ${near + 70}V${height}H0Z`,
        fill: palette.floor,
      }),
    ],
    main: { x: width * 0.4, foot: height * 0.86, width: width * 0.74, height: 262 },
    companion: { x: width * 0.83, foot: far - 6, width: width * 0.22, height: 92 },
  };
};

/** A show ribbon that sweeps up through the picture. */
export const ribbon: DrawBackdrop = ({ width, height }, palette, drift) => {
  const across = (share: number) => Math.round(width * share + drift * 24);
  const down = (share: number) => Math.round(height * share);
  const sweep = (drop: number) =>
    `M-60 ${down(0.78) + drop}C${across(0.28)} ${down(1.02) + drop} ${across(0.42)} ${down(0.12) + drop} ${width + 60} ${down(0.14) + drop}`;
  const floor = down(0.85);
  return {
    ground: [
      g(
        { fill: "none" },
        path({ d: sweep(0), stroke: palette.field, "stroke-width": 118 }),
        path({ d: sweep(82), stroke: palette.line, "stroke-width": 26 }),
      ),
      rect({ y: floor, width, height, fill: palette.floor }),
    ],
    main: { x: width * 0.56, foot: height * 0.92, width: width * 0.76, height: 276 },
    companion: { x: width * 0.15, foot: floor + 1, width: width * 0.24, height: 112 },
  };
};

/** Slanting bands, like a close-up of the striped bar of a hurdle. */
export const stripes: DrawBackdrop = ({ width, height }, palette, drift) => {
  const band = Math.round(96 + drift * 16);
  const lean = Math.round(height * 0.6);
  const count = Math.ceil((width + lean) / (2 * band)) + 1;
  const starts = Array.from({ length: count }, (_, index) => index * 2 * band - lean);
  const floor = Math.round(height * 0.83);
  return {
    ground: [
      path({
        d: starts
          .map((x) => `M${x} ${height}l${lean} ${-height}h${band}l${-lean} ${height}z`)
          .join(""),
        fill: palette.field,
      }),
      rect({ y: floor, width, height, fill: palette.floor }),
    ],
    main: { x: width * 0.54, foot: height * 0.91, width: width * 0.8, height: 276 },
    companion: { x: width * 0.15, foot: floor + 1, width: width * 0.24, height: 104 },
  };
};

/** A wall in two halves with a quarter of a disc in a corner. */
export const halves: DrawBackdrop = ({ width, height }, palette, drift) => {
  const edge = Math.round(width * (0.4 + drift * 0.06));
  const floor = Math.round(height * 0.84);
  return {
    ground: [
      path({ d: `M0 0H${edge}V${height}H0z`, fill: palette.quiet }),
      circle({ cx: width, cy: 0, r: 230 + drift * 20, fill: palette.field }),
      circle({ cx: edge, cy: floor, r: 118, fill: palette.line }),
      rect({ y: floor, width, height, fill: palette.floor }),
    ],
    main: { x: width * 0.52, foot: height * 0.91, width: width * 0.76, height: 268 },
    companion: { x: width * 0.88, foot: floor + 1, width: width * 0.2, height: 108 },
  };
};

/** A row of round trees behind a meadow. */
export const trees: DrawBackdrop = ({ width, height }, palette, drift) => {
  const horizon = Math.round(height * 0.72);
  const step = 118;
  const crowns = Array.from({ length: Math.ceil(width / step) + 2 }, (_, index) => ({
    x: Math.round((index - 0.5 + drift / 3) * step),
    r: 48 + ((index * 29) % 40),
  }));
  return {
    ground: [
      ...crowns.map(({ x, r }, index) =>
        circle({ cx: x, cy: horizon - r * 0.9, r, fill: index % 2 ? palette.line : palette.field }),
      ),
      path({
        d: crowns.map(({ x, r }) => `M${x} ${horizon}v${-r}`).join(""),
        stroke: palette.quiet,
        "stroke-width": 7,
      }),
      rect({ y: horizon - 4, width, height, fill: palette.floor }),
    ],
    main: { x: width * 0.47, foot: height * 0.89, width: width * 0.76, height: 262 },
    companion: { x: width * 0.86, foot: horizon + 8, width: width * 0.22, height: 92 },
  };
};
