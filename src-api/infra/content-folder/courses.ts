import { courseBlocks, maxCourses, parseCourse } from "#shared/course.ts";
import { ContentError, lineAt } from "./content-error.ts";

/**
 * Throws a ContentError with file and line for a set-up in Markdown that cannot be drawn.
 *
 * @param firstLine line of the file at which the text begins
 */
export function requireCourses(file: string, text: string, firstLine = 1): void {
  const blocks = courseBlocks(text);
  if (blocks.length > maxCourses) {
    throw new ContentError(`${file}: more than ${maxCourses} set-ups in one text`);
  }
  for (const { course, index } of blocks) {
    const found = parseCourse(course);
    if (!("problem" in found)) continue;
    const line = firstLine + lineAt(text, index) - 1 + found.line;
    throw new ContentError(`${file}:${line}: course: ${found.problem}`);
  }
}
