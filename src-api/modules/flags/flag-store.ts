import { flagKeys, flagsBy, type FlagKey, type Flags, type FlagName } from "#shared/flags.ts";
import { and, eq, sql } from "#api/infra/database/drizzle.ts";
import { commandActor, recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { featureFlags } from "./schema.ts";
import type { Portal } from "#api/portal.ts";
import type { FlagDecider } from "#shared/api/feature-flags.ts";
import type { Config } from "#api/config.ts";
import { ApiError } from "#api/infra/api-error.ts";

export type FeatureFlag = { key: FlagKey; on: boolean; version: number; updatedAt: Date | null };

/** Channel on which every process is notified of changed flags. */
export const flagsChannel = "feature_flags";

const neverSet = { on: false, version: 1, updatedAt: null };

/** Returns all flags in the order of their list; those never turned on are off at version 1. */
export async function readFlags(database: Database): Promise<FeatureFlag[]> {
  const rows = await database.select().from(featureFlags);
  return Object.values(flagKeys).map(
    (key) => rows.find((row) => row.key === key) ?? { key, ...neverSet },
  );
}

export async function currentFlags(database: Database): Promise<Flags> {
  const flags = await readFlags(database);
  return flagsBy((name) => flags.some(({ key, on }) => on && key === flagKeys[name]));
}

/** Returns whether a flag is on now, for decisions of the server. */
async function isFlagOn(database: Database, key: FlagKey): Promise<boolean> {
  const [row] = await database
    .select({ on: featureFlags.on })
    .from(featureFlags)
    .where(eq(featureFlags.key, key));
  return row?.on ?? false;
}

/** Changes a flag in one statement, so that two processes never assign the same version. */
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
 * Turns a flag on or off, and notifies every process after the commit. Does nothing if the flag has
 * that state already. Returns the resulting flag.
 *
 * @param actor who does that, for the audit trail; whoever runs the command unless given
 */
export const setFlag = (
  { database, now }: Pick<Portal, "database" | "now">,
  key: FlagKey,
  on: boolean,
  actor: Actor = commandActor,
): Promise<FeatureFlag> =>
  database.transaction(async (transaction) => {
    const at = now();
    const changed = await change(transaction, key, on, at);
    if (changed.length > 0) {
      const details = { flag: key, on };
      await recordAct(transaction, { act: "flag-changed", at, actor, subjectId: null, details });
      await transaction.execute(sql`select pg_notify(${flagsChannel}, ${key})`);
    }
    const [row] = await transaction.select().from(featureFlags).where(eq(featureFlags.key, key));
    return row ?? { key, ...neverSet };
  });

/** Throws `feature-disabled` (403) while a flag is on that disables the feature. */
export async function refuseWhile({ database }: Portal, flag: FlagName): Promise<void> {
  if (await isFlagOn(database, flagKeys[flag])) throw new ApiError("feature-disabled");
}

/** Returns who decides about the flags stored by the API. */
export const flagDecider = ({ launchDarkly }: Pick<Config, "launchDarkly">): FlagDecider =>
  launchDarkly ? "launchdarkly" : "portal";
