import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, inArray, sql } from "#api/infra/database/drizzle.ts";
import { knownDevices } from "../schema.ts";

type KnownDevice = typeof knownDevices.$inferSelect;

/** Returns until when devices of a user are known, by their hashes; empty before the first login. */
export async function findKnown(database: Database, userId: string): Promise<Map<string, Date>> {
  const rows = await database
    .select({ hash: knownDevices.deviceHash, until: knownDevices.knownUntil })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId));
  return new Map(rows.map(({ hash, until }) => [hash, until]));
}

/** Stores a device, or that a known one was used again; keeps the `kept` last used ones of the user. */
export async function storeDevice(
  database: Database,
  device: KnownDevice,
  kept: number,
): Promise<void> {
  const { lastUsedAt, knownUntil, userId } = device;
  await database
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastUsedAt, knownUntil },
    });
  const surplus = database
    .select({ hash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsedAt), sql`${knownDevices.deviceHash}`)
    .offset(kept);
  await database
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.deviceHash, surplus)));
}

/** Has every device of a user count as new from now on. The rows stay: without any, a login is the first. */
export async function forgetDevices(database: Database, userId: string, at: Date): Promise<void> {
  await database
    .update(knownDevices)
    .set({ knownUntil: at })
    .where(eq(knownDevices.userId, userId));
}
