import * as z from "zod/mini";

const longestContext = 8192;

/** Single-kind (`key`), older users without a kind alike, and several kinds in one. */
const contextSchema = z.union([
  z.object({ kind: z.literal("multi") }),
  z.object({ key: z.string().check(z.minLength(1)) }),
]);

/** Parses a context; throws when it is none. */
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
 * Who asks for flags, as LaunchDarkly's SDKs put it into the address: base64url of JSON. It is
 * checked and forgotten, since the flags are the same for everybody.
 */
export const encodedContextSchema = z
  .string()
  .check(
    z.maxLength(longestContext, { abort: true }),
    z.regex(/^[\w-]+={0,2}$/, { abort: true }),
    z.refine(isContext),
  );

/** The key that a context of that schema names its user by; anybody can claim to be anybody. */
export function contextKey(encoded: string): string {
  const context = contextSchema.parse(parseContext(encoded));
  return "key" in context ? context.key : "";
}
