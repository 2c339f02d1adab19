import type { DrawBackdrop } from "./backdrop.ts";
import { circle, path, rect } from "./svg.ts";

/** A tiled wall behind a worktop. */
export const tiles: DrawBackdrop = ({ width, height }, palette, drift) => {
  const size = Math.round(66 + drift * 8);
  const top = Math.round(height * 0.78);
  const rows = Array.from({ length: Math.ceil(top / size) }, (_, row) => top - row * size);
  const columns = Array.from({ length: Math.ceil(width / size) }, (_, column) => column * size);
  const joints = rows.flatMap((y, row) =>
    columns.map((x) => `M${x + (row % 2 ? size / 2 : 0)} ${y}v${-size}`),
  );
  return {
    ground: [
      path({
        d: rows.map((y) => `M0 ${y}h${width}`).join("") + joints.join(""),
        stroke: palette.quiet,
        "stroke-width": 4,
      }),
      circle({ cx: width * 0.5, cy: top - 90, r: 142 + drift * 14, fill: palette.field }),
      rect({ y: top, width, height, fill: palette.floor }),
      rect({ y: top, width, height: 12, fill: palette.line }),
    ],
    main: { x: width * 0.5, foot: height * 0.9, width: width * 0.72, height: 258 },
    companion: { x: width * 0.13, foot: top + 1, width: width * 0.2, height: 124 },
  };
};

/** A table with a chequered cloth. */
export const cloth: DrawBackdrop = ({ width, height }, palette, drift) => {
  const edge = Math.round(height * 0.66);
  const size = 40;
  const count = Math.ceil(width / size) + 1;
  const squares = [0, 1, 2, 3].flatMap((row) =>
    Array.from({ length: count }, (_, column) =>
      (row + column) % 2
        ? ""
        : `M${Math.round(column * size - 20 + drift * 18)} ${edge + row * size}h${size}v${size}h-${size}z`,
    ),
  );
  return {
    ground: [
      path({
        d: `M${width * 0.1} ${edge}a${width * 0.4} ${edge - 40} 0 0 1 ${width * 0.8} 0z`,
        fill: palette.field,
      }),
      rect({ y: edge, width, height, fill: palette.floor }),
      path({ d: squares.join(""), fill: palette.quiet }),
      rect({ y: edge - 6, width, height: 10, fill: palette.line }),
    ],
    main: { x: width * 0.52, foot: height * 0.87, width: width * 0.72, height: 262 },
    companion: { x: width * 0.86, foot: edge - 5, width: width * 0.2, height: 116 },
  };
};

/** A round window over a sill. */
export const porthole: DrawBackdrop = ({ width, height }, palette, drift) => {
  const sill = Math.round(height * 0.8);
  const middle = Math.round(width * 0.5 + drift * 40);
  const down = Math.round(height * 0.44);
  return {
    ground: [
      circle({ cx: middle, cy: down, r: 166, fill: palette.line }),
      circle({ cx: middle, cy: down, r: 146, fill: palette.field }),
      path({
        d: `M${middle - 146} ${down}h292M${middle} ${down - 146}v292`,
        stroke: palette.line,
        "stroke-width": 12,
      }),
      rect({ y: sill, width, height, fill: palette.floor }),
      rect({ x: width * 0.06, y: sill, width: width * 0.88, height: 14, fill: palette.quiet }),
    ],
    main: { x: width * 0.5, foot: height * 0.91, width: width * 0.7, height: 244 },
    companion: { x: width * 0.88, foot: sill + 1, width: width * 0.2, height: 120 },
  };
};
