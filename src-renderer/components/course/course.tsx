import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import {
  type Course as CourseDrawing,
  type CourseItem,
  parseCourse,
  placedKinds,
  pointCounts,
  type Point,
} from "#shared/course.ts";
import { describeCourse, formatLength } from "#shared/course-words.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { VisuallyHidden } from "../visually-hidden.tsx";
import { ItemNumber, Label } from "./captions.tsx";
import { drawExtended } from "./extended.tsx";
import { useFigureStyles } from "./figure-styles.ts";
import { type Frame, frameOf } from "./frame.ts";
import { shapeOf } from "./placed.tsx";
import { type CourseStyles, useCourseStyles } from "./styles.ts";

/** Metres between the lines of the grid. */
const gridOf = ({ unit }: Frame): number =>
  [0.5, 1, 2, 5, 10].find((gap) => gap * unit >= 26) ?? 20;

function Field({
  width,
  height,
  frame,
  styles,
}: {
  width: number;
  height: number;
  frame: Frame;
  styles: CourseStyles;
}) {
  const gap = gridOf(frame);
  const lines = (length: number, line: (at: number) => [Point, Point]) =>
    Array.from({ length: Math.ceil(length / gap - 0.01) - 1 }, (_, at) => line((at + 1) * gap)).map(
      ([from, to]) => `M${frame.at(from).join(" ")}L${frame.at(to).join(" ")}`,
    );
  const grid = [
    ...lines(width, (x) => [
      [x, 0],
      [x, height],
    ]),
    ...lines(height, (y) => [
      [0, y],
      [width, y],
    ]),
  ];
  return (
    <>
      <rect
        x={frame.margin}
        y={frame.margin}
        width={frame.width - 2 * frame.margin}
        height={frame.height - 2 * frame.margin}
        rx="4"
        className={styles.ground}
      />
      <path d={grid.join("")} className={styles.grid} />
    </>
  );
}

type Drawn = { item: CourseItem; points: Point[]; reach: number; shape: ReactElement | null };

function drawItem(item: CourseItem, frame: Frame, styles: CourseStyles): Drawn {
  const points = item.points.map((point) => frame.at(point));
  const { kind } = item;
  const [x, y] = points[0] ?? [0, 0];
  const placed = placedKinds.find((one) => one === kind);
  if (placed) {
    const { drawing, reach } = shapeOf(placed, frame, styles);
    const transform = `translate(${x} ${y})${item.angle ? ` rotate(${item.angle})` : ""}`;
    return { item, points, reach, shape: <g transform={transform}>{drawing}</g> };
  }
  const isExtended = (name: string): name is keyof typeof pointCounts => name in pointCounts;
  const shape = isExtended(kind) ? drawExtended(kind, { points, frame, styles }) : null;
  return { item, points, reach: 0, shape };
}

/** What lies on the ground is drawn below what stands on it. */
const layerOf = ({ item }: Drawn) =>
  item.kind === "area" ? 0 : ["tunnel", "path", "walk", "fence", "mat"].includes(item.kind) ? 1 : 2;

/** A set-up seen from above, with its caption; a list in words for those who do not see it. */
function CourseFigure({ course }: { course: CourseDrawing }) {
  const figure = useFigureStyles();
  const styles = useCourseStyles();
  const { t, i18n } = useTranslation("course");
  const { number } = useFormats();
  const { width, height, caption, items } = course;
  const frame = frameOf(course);
  const drawn = items
    .map((item) => drawItem(item, frame, styles))
    .toSorted((a, b) => layerOf(a) - layerOf(b));
  // of the interface, while the caption has that of the text
  const lang = i18n.language;
  const title = t("title", { width: number(width), height: number(height) });
  const squares = t("squares", { size: formatLength(gridOf(frame), number) });
  return (
    <figure className={figure.figure}>
      <svg
        viewBox={frame.viewBox}
        width={frame.shownWidth}
        role="img"
        lang={lang}
        aria-label={title}
        className={figure.drawing}
      >
        <Field {...{ width, height, frame, styles }} />
        {/* oxlint-disable-next-line react/no-array-index-key -- the items of a drawing keep their order */}
        {drawn.map(({ shape }, at) => shape && <g key={at}>{shape}</g>)}
        {drawn.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the items of a drawing keep their order
          <g key={at}>
            <Label {...one} {...{ frame, styles, number }} />
            <ItemNumber {...one} {...{ frame, styles }} />
          </g>
        ))}
      </svg>
      <VisuallyHidden as="ul" lang={lang}>
        {describeCourse(course, { text: (key, values) => t(key, values ?? {}), number }).map(
          (line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines may repeat, the order never changes
            <li key={at}>{line}</li>
          ),
        )}
      </VisuallyHidden>
      <figcaption className={figure.caption}>
        {withGoodBreaks(caption)} <span lang={lang}>{squares}</span>
      </figcaption>
    </figure>
  );
}

type CourseProps = {
  /** The text of the block: see `src-shared/course.ts`. */
  text: string;
};

/** Draws a set-up seen from above. A text that is none is shown as written. */
export function Course({ text }: CourseProps) {
  const course = parseCourse(text);
  if ("problem" in course) return <pre>{text}</pre>;
  return <CourseFigure course={course} />;
}
