import type { DrawBackdrop } from "./backdrop.ts";

/** A tall arch with a rim in which the motif stands, as on the way into the ring. */
export const arch: DrawBackdrop = ({ width, height }, palette, drift) => {
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
