import type { DrawBackdrop } from "./backdrop.ts";
import { circle, ellipse, g, path, rect } from "./svg.ts";

const seat = 58;

/** A ring seen from the stands: an oval floor with a row of heads on the far side. */
export const arena: DrawBackdrop = ({ width, height }, palette, drift) => {
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
    ground: [
      path({ d: row(0) + row(1), fill: palette.field }),
      path({ d: row(2), fill: palette.line }),
      rect({ y: horizon, width, height, fill: palette.quiet }),
      ellipse({
        cx: middle,
        cy: height * 0.8,
        rx: width * 0.49,
        ry: height * 0.155,
        fill: palette.line,
      }),
      ellipse({
        cx: middle,
        cy: height * 0.81,
        rx: width * 0.465,
        ry: height * 0.14,
        fill: palette.floor,
      }),
    ],
    main: { x: width * 0.47, foot: height * 0.9, width: width * 0.76, height: 276 },
    companion: { x: width * 0.85, foot: horizon + 3, width: width * 0.2, height: 92 },
  };
};

const span = 120;

/** Ring floor with a rope behind it and a low sun. */
export const ringside: DrawBackdrop = ({ width, height }, palette, drift) => {
  const horizon = Math.round(height * 0.76);
  const posts = Array.from({ length: Math.ceil(width / span) + 2 }, (_, index) =>
    Math.round((index - 0.5 + drift / 4) * span),
  );
  return {
    ground: [
      circle({
        cx: width * 0.45 + drift * 36,
        cy: height * 0.48,
        r: 146 + drift * 18,
        fill: palette.field,
      }),
      rect({ y: horizon, width, height, fill: palette.floor }),
      g(
        { fill: "none", stroke: palette.line },
        path({
          d: posts.map((x) => `M${x - span} ${horizon - 56}q60 24 ${span} 0`).join(""),
          "stroke-width": 4,
        }),
        path({ d: posts.map((x) => `M${x} ${horizon - 62}v62`).join(""), "stroke-width": 7 }),
      ),
    ],
    main: { x: width * 0.45, foot: height * 0.89, width: width * 0.74, height: 256 },
    companion: { x: width * 0.85, foot: horizon + 1, width: width * 0.24, height: 110 },
  };
};

/** Pennants on two strings above the floor of a show ground. */
export const bunting: DrawBackdrop = ({ width, height }, palette, drift) => {
  const floor = Math.round(height * 0.8);
  const step = 64;
  const flags = Array.from({ length: Math.ceil(width / step) + 1 }, (_, index) => {
    const x = Math.round((index - 0.5 + drift / 3) * step);
    const sag = Math.round(26 * Math.sin((x / width) * Math.PI));
    return [`M${x + 6} ${24 + sag}h44l-22 50z`, `M${x + 38} ${104 + sag}h36l-18 40z`] as const;
  });
  const string = (y: number) => `M-10 ${y}Q${width / 2} ${y + 54} ${width + 10} ${y}`;
  return {
    ground: [
      path({ d: flags.map(([near]) => near).join(""), fill: palette.field }),
      path({ d: flags.map(([, far]) => far).join(""), fill: palette.quiet }),
      path({ d: string(20) + string(100), fill: "none", stroke: palette.line, "stroke-width": 4 }),
      rect({ y: floor, width, height, fill: palette.floor }),
    ],
    main: { x: width * 0.46, foot: height * 0.9, width: width * 0.74, height: 256 },
    companion: { x: width * 0.84, foot: floor + 1, width: width * 0.24, height: 108 },
  };
};
