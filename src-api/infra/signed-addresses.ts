import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "./database/connect.ts";
import { loadSecret } from "./secrets/secret-store.ts";

/** Returns the key that all API processes sign addresses of files with. */
export const loadSigningKey = (database: Database): Promise<string> =>
  loadSecret(database, "media-signature");

/** Returns a function that loads this key once. A failure is not cached. */
export function memoizedSigningKey(database: Database): () => Promise<string> {
  let key: Promise<string> | null = null;
  return () => {
    key ??= loadSigningKey(database).catch((error: unknown) => {
      key = null;
      throw error;
    });
    return key;
  };
}

/** What a signed address grants: one file, to one session, until `expires` (ms since 1970). */
export type Grant = { path: string; session: string; expires: number };

export const sign = (key: string, { path, session, expires }: Grant): string =>
  createHmac("sha256", key).update(`${path}\n${session}\n${expires}`).digest("base64url");

/** Returns the address of a file that a browser can fetch without a token. */
export function signedAddress(key: string, grant: Grant): string {
  const { path, session, expires } = grant;
  const signature = sign(key, grant);
  const query = new URLSearchParams({ session, expires: `${expires}`, signature });
  return `${path}?${query.toString()}`;
}

/** Returns whether a signature is that of a grant; compares in constant time. */
export function isSignedBy(key: string, grant: Grant, signature: string): boolean {
  const expected = Buffer.from(sign(key, grant));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
