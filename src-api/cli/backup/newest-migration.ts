import { knownMigrations, versionForOlder } from "#api/infra/database/migrate.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupDatabase } from "./manifest.ts";

/** Query for the major version of the server and the newest migration that was run. */
export const stateQuery = `
  select current_setting('server_version_num')::int / 10000 as version,
    max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;

/** Parses the answer to `stateQuery` into the description of the database that a backup contains. */
export function databaseState(
  kind: BackupDatabase["kind"],
  [row]: readonly { version: number; newest: number | null }[],
): BackupDatabase {
  if (!row?.newest) throw new BackupError("The database has no portal in it.");
  return { kind, version: row.version, newestMigration: row.newest };
}

/** Throws a BackupError if this version of the portal neither knows nor can migrate the database of a backup. */
export function requireKnownMigration({ newestMigration }: BackupDatabase): void {
  const known = knownMigrations();
  if (known.includes(newestMigration)) return;
  const isOlder = newestMigration < Math.min(...known);
  throw new BackupError(
    isOlder
      ? `The backup was made by a much earlier version of the portal. Restore it with ${versionForOlder} of the portal, start that, and then this version.`
      : "The backup was made by a newer version of the portal. Restore it with that version, or a later one.",
  );
}
