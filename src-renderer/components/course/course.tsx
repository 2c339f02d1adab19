import { lazyChunk } from "../load-chunk.ts";
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
  return <svg viewBox={viewBox} width={shownWidth} aria-hidden />;
}

/** Draws a set-up seen from above; the code that draws is a chunk of its own, which few texts need. */
export const Course = lazyChunk(() => import("./course-figure.tsx"), CoursePlaceholder);
