import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../database/connect.ts";
import { secrets } from "./schema.ts";

/**
 * Returns whether a value is the one that was stored under this name; stores it if there is none yet.
 */
export async function isStoredSecret(
  database: Database,
  name: string,
  value: string,
): Promise<boolean> {
  await database.insert(secrets).values({ name, value }).onConflictDoNothing();
  const [stored] = await database
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, name));
  return stored?.value === value;
}

/**
 * Returns a secret that all API processes share: 256 random bits as text. Made at its first use; of
 * two processes that make it at once the first one wins, and both read the winner's.
 */
export async function loadSecret(database: Database, name: string): Promise<string> {
  const read = () =>
    database.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  const [stored] = await read();
  if (stored) return stored.value;
  const value = randomBytes(32).toString("base64url");
  await database.insert(secrets).values({ name, value }).onConflictDoNothing();
  const [winner] = await read();
  return winner?.value ?? value;
}
