import type * as z from "zod/mini";
import { en } from "zod/locales";

/** Something in the content folder cannot be used; the message names file and field. */
export class ContentError extends Error {
  override name = "ContentError";
}

/** Returns the line, from 1, that a place in a text has; an offset of -1, of what was not found, is on the first one. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, Math.max(0, offset)).split("\n").length;

const shownProblems = 20;

/** Returns one error for several files, a line for each; of very many the first ones. */
export function joinProblems(problems: readonly string[]): ContentError {
  const more = problems.length - shownProblems;
  const lines = problems.slice(0, shownProblems);
  return new ContentError([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
}

const { localeError } = en();

/** Parses the content of a file. Throws a ContentError that names the file and every wrong field. */
export function parseContent<T>(file: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { error: localeError });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const field = issue.path.join(".");
    return field ? `${field}: ${issue.message}` : issue.message;
  });
  throw new ContentError(`${file}: ${problems.join("; ")}`);
}
