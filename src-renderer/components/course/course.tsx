import { ErrorBoundary } from "react-error-boundary";
import { lazyChunk } from "../load-chunk.ts";
import { useFigureStyles } from "./figure-styles.ts";
import { frameOf } from "./frame.ts";

type CourseProps = {
  /** The text of the block: see `src-shared/course.ts`. */
  text: string;
};

/** Has the size of the drawing, so that nothing moves when it appears. */
function CoursePlaceholder({ text }: CourseProps) {
  const [, width, height] = /^\s*field\s+([\d.]+)\s*[x×]\s*([\d.]+)\s*$/m.exec(text) ?? [];
  const { viewBox, shownWidth } = frameOf({
    width: Number(width) || 1,
    height: Number(height) || 1,
  });
  const styles = useFigureStyles();
  return (
    <figure className={styles.figure}>
      <svg viewBox={viewBox} width={shownWidth} aria-hidden className={styles.drawing} />
      <figcaption className={styles.caption}>{/^\s*caption\s+(.+)$/m.exec(text)?.[1]}</figcaption>
    </figure>
  );
}

const CourseFigure = lazyChunk(() => import("./course-figure.tsx"), CoursePlaceholder);

/** Draws a set-up seen from above. The code that draws is a chunk of its own, without which the lines are shown. */
export const Course = ({ text }: CourseProps) => (
  <ErrorBoundary fallback={<pre>{text}</pre>}>
    <CourseFigure text={text} />
  </ErrorBoundary>
);
