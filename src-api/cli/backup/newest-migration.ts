import { knownMigrations } from "../../infra/database/connect.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupDatabase } from "./manifest.ts";

/** Query for the major version of the server and the newest migration that was run. */
export const stateQuery = `
  select current_setting('server_version_num')::int / 10000 as version,
    max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;

/** Returns what a backup says about its database, from the answer to `stateQuery`. */
export function databaseState(
  kind: BackupDatabase["kind"],
  [row]: readonly { version: number; newest: number | null }[],
): BackupDatabase {
  if (!row?.newest) throw new BackupError("The database has no portal in it.");
  return { kind, version: row.version, newestMigration: row.newest };
}

/** Throws a BackupError if a database has migrations that this version of the portal does not know. */
export function requireKnownMigration({ newestMigration }: BackupDatabase): void {
  if (knownMigrations().includes(newestMigration)) return;
  throw new BackupError(
    "The backup was made by a newer version of the portal. Restore it with that version, or a later one.",
  );
}
