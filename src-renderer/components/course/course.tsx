import { parseCourse } from "#shared/course.ts";
import { CourseFigure } from "./course-figure.tsx";

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
