import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { secrets } from "../../../infra/secrets/schema.ts";

const secretName = "media-signature";

/**
 * The key that all API processes sign with. Made at its first use; of two that make it at once the
 * first wins, and both read the winner's.
 */
export async function loadSigningKey(database: Database): Promise<string> {
  const read = () =>
    database.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, secretName));
  const [kept] = await read();
  if (kept) return kept.value;
  const value = randomBytes(32).toString("base64url");
  await database.insert(secrets).values({ name: secretName, value }).onConflictDoNothing();
  const [winner] = await read();
  return winner?.value ?? value;
}

/** What an address of media grants: one file, to one session, until `expires` (ms since 1970). */
export type Grant = { path: string; session: string; expires: number };

export const sign = (key: string, { path, session, expires }: Grant): string =>
  createHmac("sha256", key).update(`${path}\n${session}\n${expires}`).digest("base64url");

/** Compares in constant time. */
export function isSignedBy(key: string, grant: Grant, signature: string): boolean {
  const expected = Buffer.from(sign(key, grant));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
