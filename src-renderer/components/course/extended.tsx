import { mergeClasses } from "@fluentui/react-components";
import type { ReactElement } from "react";
import { distanceOf } from "#shared/course-words.ts";
import type { ExtendedKind, Point } from "#shared/course.ts";
import { bearing, curve, type Frame, moved, straight } from "./frame.ts";
import type { CourseStyles } from "./styles.ts";

/** Metres between two weave poles. */
const poleGap = 0.6;

type Drawn = {
  /** In the units of the drawing. */
  points: readonly Point[];
  frame: Frame;
  styles: CourseStyles;
};
type Drawer = (drawn: Drawn) => ReactElement;

const ends = (points: readonly Point[]): [Point, Point] => [
  points[0] ?? [0, 0],
  points.at(-1) ?? [0, 0],
];

/** Draws long items along a straight line, from its beginning upwards. */
const along =
  (draw: (length: number, drawn: Drawn) => ReactElement): Drawer =>
  (drawn) => {
    const [from, to] = ends(drawn.points);
    const turn = Math.round(bearing(from, to) * 10) / 10;
    return (
      <g transform={`translate(${from.join(" ")}) rotate(${turn})`}>
        {draw(distanceOf(from, to), drawn)}
      </g>
    );
  };

/** A plank with contact zones and edges between its parts. */
const plank = (width: [metres: number, min: number], zoneMetres: number, edges: number[]) =>
  along((length, { frame, styles }) => {
    const across = frame.size(...width);
    const zone = Math.min(frame.size(zoneMetres, 4), length / 4);
    const part = (y: number, height: number, className: string) => (
      <rect x={-across / 2} y={y} width={across} height={height} className={className} />
    );
    return (
      <>
        {part(-length, length, styles.base)}
        {part(-zone, zone, styles.accent)}
        {part(-length, zone, styles.accent)}
        <path
          d={edges.map((at) => `M${-across / 2} ${-length * at}h${across}`).join("")}
          strokeWidth="1.6"
          className={styles.lightLine}
        />
      </>
    );
  });

const arrowHead = ([from, to]: [Point, Point]) => {
  const turn = bearing(from, to);
  return straight([moved(to, turn + 152, 9), to, moved(to, turn - 152, 9)]);
};

const route =
  (line: "accentLine" | "baseLine", dashes: string): Drawer =>
  ({ points, styles }) => (
    <g fill="none" strokeWidth="2.2" strokeLinecap="round" className={styles[line]}>
      <path d={curve(points)} strokeDasharray={dashes} />
      <path d={arrowHead([points.at(-2) ?? [0, 0], points.at(-1) ?? [0, 0]])} />
    </g>
  );

const drawers: Record<ExtendedKind, Drawer> = {
  tunnel: ({ points, frame, styles }) => {
    const d = curve(points);
    const width = frame.size(0.6, 13);
    return (
      <g fill="none">
        <path d={d} strokeWidth={width} className={styles.baseLine} />
        <path d={d} strokeWidth={width} strokeDasharray="1.4 5" className={styles.lightLine} />
      </g>
    );
  },
  weaves: along((length, { frame, styles }) => {
    const gaps = Math.max(1, Math.round(length / frame.unit / poleGap));
    return (
      <>
        {Array.from({ length: gaps + 1 }, (_, pole) => (
          <circle
            key={pole}
            cy={Math.round((-pole * length * 10) / gaps) / 10}
            r={Math.min(3.4, length / gaps / 2.6)}
            className={pole % 2 ? styles.accent : styles.ink}
          />
        ))}
      </>
    );
  }),
  "a-frame": plank([0.9, 16], 1.06, [1 / 2]),
  dogwalk: plank([0.3, 7], 0.9, [1 / 3, 2 / 3]),
  seesaw: plank([0.3, 7], 0.9, [1 / 2]),
  "long-jump": along((length, { frame, styles }) => {
    const half = frame.size(0.6, 13);
    const planks = [0, 1 / 3, 2 / 3, 1].map((at) => `M${-half} ${-length * at}h${2 * half}`);
    return <path d={planks.join("")} strokeWidth="2.6" className={styles.accentLine} />;
  }),
  path: route("accentLine", "6 5"),
  walk: route("baseLine", "1 5"),
  lead: ({ points, styles }) => (
    <path d={curve(points)} fill="none" strokeWidth="1.8" className={styles.inkLine} />
  ),
  fence: ({ points, styles }) => (
    <path
      d={straight(points)}
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      className={styles.inkLine}
    />
  ),
  distance: ({ points, styles }) => {
    const [from, to] = ends(points);
    const turn = bearing(from, to);
    const bar = (at: Point) => straight([moved(at, turn + 90, 4), moved(at, turn - 90, 4)]);
    return (
      <path
        d={straight([from, to]) + bar(from) + bar(to)}
        strokeWidth="1.4"
        className={styles.inkLine}
      />
    );
  },
  wind: ({ points, styles }) => (
    <path
      d={straight(ends(points)) + arrowHead(ends(points))}
      fill="none"
      strokeWidth="4"
      strokeLinejoin="round"
      className={styles.baseLine}
    />
  ),
  area: ({ points, styles }) => {
    const [[x, y], [toX, toY]] = ends(points);
    return (
      <rect
        x={Math.min(x, toX)}
        y={Math.min(y, toY)}
        width={Math.abs(toX - x)}
        height={Math.abs(toY - y)}
        rx="3"
        strokeWidth="1.4"
        strokeDasharray="5 4"
        className={mergeClasses(styles.veil, styles.accentLine)}
      />
    );
  },
};

/** Draws what goes from one place to another. */
export const drawExtended = (kind: ExtendedKind, drawn: Drawn): ReactElement =>
  drawers[kind](drawn);
