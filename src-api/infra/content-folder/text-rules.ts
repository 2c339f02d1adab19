import * as z from "zod/mini";
import { maxBodyLength } from "#shared/api/studio.ts";
import { lineAt, ContentError } from "./content-error.ts";
import { courseBlocks, maxCourses, parseCourse } from "#shared/course.ts";

/** Quotes and lists in each other, on one line. Browsers would take minutes for thousands of them. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))){50}/m;

/** Returns the line of a text at which quotes or lists are nested 50 deep; null if none are. */
export function tooDeepAt(markdown: string): number | null {
  const found = tooDeep.exec(markdown);
  return found && lineAt(markdown, found.index);
}

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

/** The Markdown of a text: of limited length, and no deeper nested than parsers can take. */
export const bodySchema = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(maxBodyLength),
  z.refine((text) => tooDeepAt(text) === null, {
    error: ({ input }) =>
      `line ${tooDeepAt(String(input))} of the text: quotes or lists are nested too deeply`,
  }),
);
