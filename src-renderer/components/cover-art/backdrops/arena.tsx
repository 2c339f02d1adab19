import type { DrawBackdrop } from "./backdrop.ts";

const seat = 58;

/** The ring as one sees it from the stands: an oval floor with its rim, a row of heads on the far side. */
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
