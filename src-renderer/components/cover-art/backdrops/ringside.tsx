import type { DrawBackdrop } from "./backdrop.ts";

const span = 120;

/** Ring floor with a rope behind it and a low sun. */
export const ringside: DrawBackdrop = ({ width, height }, palette, drift) => {
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
