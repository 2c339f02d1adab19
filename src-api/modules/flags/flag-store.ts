import { and, eq, sql } from "drizzle-orm";
import { flagKeys, type FlagKey } from "../../../src-shared/flags.ts";
import type { Database } from "../../infra/database/connect.ts";
import { featureFlags } from "./schema.ts";
import type { Portal } from "../../portal.ts";

export type FeatureFlag = { key: FlagKey; on: boolean; version: number; updatedAt: Date | null };

/** On which every process hears that a flag was changed. */
export const flagsChannel = "feature_flags";

const neverSet = { on: false, version: 1, updatedAt: null };

/** All flags, in the order of their list; those that were never turned on are off at version 1. */
export async function readFlags(database: Database): Promise<FeatureFlag[]> {
  const rows = await database.select().from(featureFlags);
  return Object.values(flagKeys).map(
    (key) => rows.find((row) => row.key === key) ?? { key, ...neverSet },
  );
}

/** Whether a flag is on now, as the database has it: for decisions of the server. */
export async function isFlagOn(database: Database, key: FlagKey): Promise<boolean> {
  const [row] = await database
    .select({ on: featureFlags.on })
    .from(featureFlags)
    .where(eq(featureFlags.key, key));
  return row?.on ?? false;
}

/** The change, in one statement each way, so that two processes never give out one version twice. */
function change(database: Database, key: FlagKey, on: boolean, updatedAt: Date) {
  const version = sql`${featureFlags.version} + 1`;
  const differs = eq(featureFlags.on, !on);
  const changed = { key: featureFlags.key };
  if (!on) {
    return database
      .update(featureFlags)
      .set({ on, version, updatedAt })
      .where(and(eq(featureFlags.key, key), differs))
      .returning(changed);
  }
  return database
    .insert(featureFlags)
    .values({ key, on, version: neverSet.version + 1, updatedAt })
    .onConflictDoUpdate({
      target: featureFlags.key,
      set: { on, version, updatedAt },
      setWhere: differs,
    })
    .returning(changed);
}

/**
 * Turns a flag on or off and tells every process once that is committed. Saying what it already is
 * changes nothing. Gives the flag as it is afterwards.
 */
export const setFlag = (
  { database, now }: Pick<Portal, "database" | "now">,
  key: FlagKey,
  on: boolean,
): Promise<FeatureFlag> =>
  database.transaction(async (transaction) => {
    const changed = await change(transaction, key, on, now());
    if (changed.length > 0) {
      await transaction.execute(sql`select pg_notify(${flagsChannel}, ${key})`);
    }
    const [row] = await transaction.select().from(featureFlags).where(eq(featureFlags.key, key));
    return row ?? { key, ...neverSet };
  });
