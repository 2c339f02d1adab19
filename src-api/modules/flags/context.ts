import * as z from "zod/mini";

const longestContext = 8192;

/** A context of a single kind (`key`), a legacy user without a kind, or a context of several kinds. */
const contextSchema = z.union([
  z.object({ kind: z.literal("multi") }),
  z.object({ key: z.string().check(z.minLength(1)) }),
]);

/** Parses a context; throws if it is invalid. */
const parseContext = (text: string): unknown =>
  JSON.parse(utf8.decode(Buffer.from(text, "base64url")));

const utf8 = new TextDecoder("utf-8", { fatal: true });

function isContext(text: string): boolean {
  try {
    return contextSchema.safeParse(parseContext(text)).success;
  } catch {
    return false;
  }
}

/**
 * The context in a request address of LaunchDarkly's SDKs: base64url of JSON. It is validated but
 * not used, since the flags are the same for everybody.
 */
export const encodedContextSchema = z
  .string()
  .check(
    z.maxLength(longestContext, { abort: true }),
    z.regex(/^[\w-]+={0,2}$/, { abort: true }),
    z.refine(isContext),
  );

/** Returns the key of the user in a valid context; the key is not authenticated. */
export function contextKey(encoded: string): string {
  const context = contextSchema.parse(parseContext(encoded));
  return "key" in context ? context.key : "";
}
