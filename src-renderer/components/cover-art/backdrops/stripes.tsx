import type { DrawBackdrop } from "./backdrop.ts";

/** Slanting bands, like the striped bar of a hurdle seen from very near. */
export const stripes: DrawBackdrop = ({ width, height }, palette, drift) => {
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
