import type { DrawBackdrop } from "./backdrop.ts";

/** Two soft hills and a moon. */
export const hills: DrawBackdrop = ({ width, height }, palette, drift) => {
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
