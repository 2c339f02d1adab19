import { ErrorBoundary } from "react-error-boundary";
import { type Course as CourseData, parseCourse } from "#shared/course.ts";
import { lazyChunk } from "../load-chunk.ts";
import { useFigureStyles } from "./figure-styles.ts";
import { frameOf } from "./frame.ts";

/** Has the size of the drawing, so that nothing moves when it appears. */
function CoursePlaceholder({ course }: { course: CourseData }) {
  const { viewBox, shownWidth } = frameOf(course);
  const styles = useFigureStyles();
  return (
    <figure className={styles.figure}>
      <svg viewBox={viewBox} width={shownWidth} aria-hidden className={styles.drawing} />
      <figcaption className={styles.caption}>{course.caption}</figcaption>
    </figure>
  );
}

const CourseFigure = lazyChunk(() => import("./course-figure.tsx"), CoursePlaceholder);

type CourseProps = {
  /** The text of the block: see `src-shared/course.ts`. */
  text: string;
};

/** Draws a set-up seen from above. A text that is none, or without the code that draws, is shown as written. */
export function Course({ text }: CourseProps) {
  const course = parseCourse(text);
  const lines = <pre>{text}</pre>;
  if ("problem" in course) return lines;
  return (
    <ErrorBoundary fallback={lines}>
      <CourseFigure course={course} />
    </ErrorBoundary>
  );
}
