import type { DrawBackdrop } from "./backdrop.ts";

/** A show ribbon that sweeps up through the picture. */
export const ribbon: DrawBackdrop = ({ width, height }, palette, drift) => {
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
