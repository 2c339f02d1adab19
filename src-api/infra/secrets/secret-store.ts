import { eq } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { newToken } from "#api/infra/tokens.ts";
import { secrets } from "./schema.ts";

/** Returns a secret that all processes share; at its first use `initial` is stored, by default 256 random bits. */
export async function loadSecret(
  database: Database,
  name: string,
  initial = newToken(),
): Promise<string> {
  const read = () =>
    database.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  const [stored] = await read();
  if (stored) return stored.value;
  await database.insert(secrets).values({ name, value: initial }).onConflictDoNothing();
  const [winner] = await read();
  return winner?.value ?? initial;
}
