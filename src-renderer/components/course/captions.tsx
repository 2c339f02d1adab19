import { mergeClasses } from "@fluentui/react-components";
import type { CourseItem, Point } from "#shared/course.ts";
import { distanceOf, formatLength } from "#shared/course-words.ts";
import { bearing, type Frame, moved } from "./frame.ts";
import type { CourseStyles } from "./styles.ts";

/** Units that a letter takes on average. */
const letterWidth = 6.8;

type Written = { text: string; x: number; y: number };

/** Keeps a text within the drawing. */
function within({ text, x, y }: Written, { width, height }: Frame): Written {
  const half = Math.min((text.length * letterWidth) / 2 + 3, width / 2);
  return {
    text,
    x: Math.min(Math.max(x, half), width - half),
    y: Math.min(Math.max(y, 13), height - 5),
  };
}

/** Returns where a text stands beside the middle of a line: above a flat one, to the right of a steep one. */
function besideLine(points: readonly Point[], text: string, { width }: Frame): Written {
  const middle = Math.max(1, Math.floor(points.length / 2));
  const [from, to] = [points[middle - 1] ?? [0, 0], points[middle] ?? [0, 0]];
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  if (Math.abs(to[0] - from[0]) >= Math.abs(to[1] - from[1])) return { text, x, y: y - 7 };
  const half = (text.length * letterWidth) / 2 + 8;
  return { text, x: x + 2 * half > width ? x - half : x + half, y: y + 4.5 };
}

type LabelProps = {
  item: CourseItem;
  /** In the units of the drawing. */
  points: readonly Point[];
  reach: number;
  frame: Frame;
  styles: CourseStyles;
  number: (value: number) => string;
};

/** Returns the caption of an item and its position, or null without one. */
function labelOf({ item, points, reach, frame, number }: LabelProps): Written | null {
  const { kind, label } = item;
  const [first, ...others] = points;
  const last = others.at(-1);
  if (!first) return null;
  const [x, y] = first;
  if (!last) {
    const isLow = y + reach + 15 > frame.height;
    const below = kind === "note" ? 4.5 : isLow ? -reach - 6 : reach + 14;
    return label === "" ? null : { text: label, x, y: y + below };
  }
  if (kind === "area") {
    const centreX = Math.min(x, last[0]) + 7 + (label.length * letterWidth) / 2;
    return label === "" ? null : { text: label, x: centreX, y: Math.min(y, last[1]) + 16 };
  }
  if (kind !== "distance") return label === "" ? null : besideLine(points, label, frame);
  const [from, to] = item.points;
  const length = from && to ? formatLength(distanceOf(from, to), number) : "";
  return besideLine(points, [length, label].filter(Boolean).join(" "), frame);
}

/** The words beside an item. */
export function Label(props: LabelProps) {
  const written = labelOf(props);
  if (!written) return null;
  const { text, x, y } = within(written, props.frame);
  return (
    <text x={x} y={y} textAnchor="middle" className={props.styles.text}>
      {text}
    </text>
  );
}

const radius = 9.5;

/** The number of an item, on the side from which the dog comes. */
export function ItemNumber({ item, points, reach, frame, styles }: Omit<LabelProps, "number">) {
  const [first, second] = points;
  if (!first || item.number === undefined) return null;
  const turn = second ? bearing(first, second) : item.angle;
  const isTaken = second !== undefined || item.kind === "jump" || item.kind === "tyre";
  const [x, y] = isTaken
    ? moved(first, turn + 145, Math.max(reach, 6) + radius)
    : moved(first, 45, reach + radius + 1);
  const inside = (value: number, max: number) =>
    Math.round(Math.min(Math.max(value, radius + 1), max - radius - 1) * 10) / 10;
  const at = [inside(x, frame.width), inside(y, frame.height)] as const;
  return (
    <g>
      <circle
        cx={at[0]}
        cy={at[1]}
        r={radius}
        strokeWidth="1.4"
        className={mergeClasses(styles.light, styles.inkLine)}
      />
      <text x={at[0]} y={at[1] + 4.6} textAnchor="middle" className={styles.number}>
        {item.number}
      </text>
    </g>
  );
}
