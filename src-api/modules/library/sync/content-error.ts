import type * as z from "zod/mini";
import { en } from "zod/locales";

/** Something in the content folder cannot be used; the message names file and field. */
export class ContentError extends Error {
  override name = "ContentError";
}

const { localeError } = en();

/** Parses what a file holds. Throws a ContentError that names the file and every wrong field. */
export function parseContent<T>(file: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { error: localeError });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const field = issue.path.join(".");
    return field ? `${field}: ${issue.message}` : issue.message;
  });
  throw new ContentError(`${file}: ${problems.join("; ")}`);
}
