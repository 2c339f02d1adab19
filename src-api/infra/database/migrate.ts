import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { extensionNames } from "./open-pglite.ts";

/** Functions and triggers, in order. A start applies those that changed (decision 0045). */
const repeatableFiles = [
  "infra/audit/audit-entries.sql",
  "infra/public-content/public-content.sql",
  "modules/billing/reminders.sql",
  "modules/library/lists.sql",
  "modules/library/search/search.sql",
  "modules/readers/readers.sql",
  "modules/webhooks/webhook-events.sql",
];

/** A transaction in which a database is migrated; PGlite's own type, and one around PostgreSQL's client. */
export type MigrationTransaction = {
  /** Runs any number of statements. */
  exec(statements: string): Promise<unknown>;
  query(statement: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

/** Thrown when the database server lacks an extension of PostgreSQL, or the portal's user may not create it. */
export class MissingExtensionError extends Error {
  override name = "MissingExtensionError";
}

/** Thrown for a database that an earlier version of the portal has to migrate first, or a newer one has changed. */
export class OutdatedDatabaseError extends Error {
  override name = "OutdatedDatabaseError";
}

/** The last version that can migrate a database older than this version's first migration. */
export const versionForOlder = "commit c802c200";

const migrationsFolder = fileURLToPath(new URL("migrations", import.meta.url));

/** Returns when each migration was generated, in ms, which identifies it in the database; the oldest first. */
export const knownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

async function createExtensions(tx: MigrationTransaction): Promise<void> {
  const statements = extensionNames.map((name) => `create extension if not exists ${name};`);
  try {
    await tx.exec(statements.join(" "));
  } catch (cause) {
    throw new MissingExtensionError(
      `The search needs the extensions ${extensionNames.join(" and ")} (Debian: in the package postgresql), and the user in DATABASE_URL cannot create them: ${String(cause)}. Run this in the portal's database as a superuser, and start again:
${statements.join(" ")}`,
      { cause },
    );
  }
}

/** Runs the migrations that the database lacks. Its journal is that of drizzle-orm's own migrator. */
async function runMigrations(tx: MigrationTransaction): Promise<void> {
  await tx.exec(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await tx.query(
    "select max(created_at)::float8 as newest from drizzle.__drizzle_migrations",
  );
  const newest = Number(rows[0]?.["newest"] ?? 0);
  const migrations = readMigrationFiles({ migrationsFolder });
  const [baseline] = migrations;
  if (newest > 0 && baseline && newest < baseline.folderMillis) {
    throw new OutdatedDatabaseError(
      `This version of the portal cannot migrate its database, which is of a much earlier one. Start ${versionForOlder} of the portal with this database once, then this version.`,
    );
  }
  const known = migrations.at(-1)?.folderMillis ?? 0;
  if (newest > known) {
    throw new OutdatedDatabaseError(
      `A newer version of the portal has changed this database (on ${new Date(newest).toISOString().slice(0, 10)} or later; this version ends with ${new Date(known).toISOString().slice(0, 10)}). Start that version or a later one, or restore the backup that was made before the upgrade (docs/operation.md, Upgrade).`,
    );
  }
  for (const { sql, hash, folderMillis } of migrations) {
    if (folderMillis <= newest) continue;
    await tx.exec(sql.join("\n;"));
    await tx.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}

/** Applies the files of functions and triggers that the database has not, or in another version. */
async function applyRepeatableFiles(tx: MigrationTransaction): Promise<void> {
  await tx.exec(
    "create table if not exists drizzle.repeatable_files (file text primary key, hash text not null)",
  );
  const { rows } = await tx.query("select file, hash from drizzle.repeatable_files");
  const applied = new Map(rows.map(({ file, hash }) => [file, hash]));
  for (const file of repeatableFiles) {
    const statements = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
    const hash = createHash("sha256").update(statements).digest("hex");
    if (applied.get(file) === hash) continue;
    await tx.exec(statements);
    await tx.query(
      "insert into drizzle.repeatable_files values ($1, $2) on conflict (file) do update set hash = excluded.hash",
      [file, hash],
    );
  }
}

/** Brings an empty database, or one of an earlier version, to this version. */
export async function migrate(tx: MigrationTransaction): Promise<void> {
  await createExtensions(tx);
  await runMigrations(tx);
  await applyRepeatableFiles(tx);
}
