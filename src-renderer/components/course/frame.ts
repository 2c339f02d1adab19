import type { Course, Point } from "#shared/course.ts";

/** Units of the drawing: px on a phone that is 360 px wide. */
const drawingWidth = 320;
/** Around the field, for what stands at its edge. */
const margin = 12;

/** Where things are in the drawing. */
export type Frame = ReturnType<typeof frameOf>;

/** Returns the scale of a field's drawing, and the size in which it is shown. */
export function frameOf({ width, height }: Pick<Course, "width" | "height">) {
  const unit = (drawingWidth - 2 * margin) / width;
  const drawingHeight = Math.round(height * unit + 2 * margin);
  const at = ([x, y]: Point): Point => [
    Math.round((margin + x * unit) * 10) / 10,
    Math.round((margin + (height - y) * unit) * 10) / 10,
  ];
  return {
    /** Units per metre. */
    unit,
    margin,
    width: drawingWidth,
    height: drawingHeight,
    viewBox: `0 0 ${drawingWidth} ${drawingHeight}`,
    /** px at most; texts have the size of the body text then. A tall field stays lower than a window. */
    shownWidth: Math.round(
      Math.max(drawingWidth, Math.min(440, (560 * drawingWidth) / drawingHeight)),
    ),
    at,
    /** Returns the drawn length of an item: its metres, but at least a number of units. */
    size: (metres: number, min: number) => Math.max(metres * unit, min),
  };
}

/** Returns the direction between two places of a drawing in degrees clockwise from straight up. */
export const bearing = ([x, y]: Point, [toX, toY]: Point): number =>
  (Math.atan2(toX - x, y - toY) * 180) / Math.PI;

/** Returns the place that lies in a direction from another one. */
export const moved = ([x, y]: Point, angle: number, length: number): Point => [
  x + length * Math.sin((angle * Math.PI) / 180),
  y - length * Math.cos((angle * Math.PI) / 180),
];

/** Returns a smooth line through places (Catmull-Rom), as the data of a path. */
export function curve(points: readonly Point[]): string {
  const of = (at: number): Point => points[Math.min(Math.max(at, 0), points.length - 1)] ?? [0, 0];
  const print = (values: number[]) => values.map((value) => Math.round(value * 10) / 10).join(" ");
  const parts = points.slice(1).map((to, at) => {
    const [before, from, after] = [of(at - 1), of(at), of(at + 2)];
    return `C${print([
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      ...to,
    ])}`;
  });
  return `M${print([...of(0)])}${parts.join("")}`;
}

/** Returns a line with corners at places, as the data of a path. */
export const straight = (points: readonly Point[]): string =>
  `M${points.map((point) => point.join(" ")).join("L")}`;
