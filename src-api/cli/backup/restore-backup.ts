import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "#api/config.ts";
import { DataDirInUseError, lockDataDir } from "#api/infra/data-dir-lock.ts";
import { connectClient, migrationLock } from "#api/infra/database/connect.ts";
import { readArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { hasEmbeddedDatabase, isInDataFolder, listDataFiles, swapIn } from "./data-folder.ts";
import { unpackEmbedded } from "./embedded-database.ts";
import { databasePath, dataPrefix, verifyBackup, type Manifest } from "./manifest.ts";
import { requireKnownMigration } from "./newest-migration.ts";
import { convertToSql, restorePostgres } from "./postgres-tools.ts";

type Installation = Pick<Config, "dataDir" | "databaseUrl">;

const runs = "The portal is running. Stop it before you restore a backup.";

/** Files of a backup, unpacked beside the files that they will replace. */
type Unpacked = {
  folder: string;
  /** The copy of the database, as it lay in the backup. */
  database: string;
  /** What will lie in DATA_DIR. */
  data: string;
};

async function unpack(file: string, { files }: Manifest, dataDir: string): Promise<Unpacked> {
  const folder = await mkdtemp(join(dataDir, "restore-"));
  const unpacked = { folder, database: join(folder, "copy"), data: join(folder, "data") };
  await mkdir(unpacked.data, { mode: 0o700 });
  const verified = new Set(files.map(({ path }) => path));
  for await (const { path, content } of readArchive(file)) {
    if (!verified.has(path)) {
      content.resume(); // the manifest itself
      continue;
    }
    const name = path.slice(dataPrefix.length);
    const to = path === databasePath ? unpacked.database : join(unpacked.data, name);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(to, { mode: 0o600 }));
  }
  return unpacked;
}

async function requireEmpty(
  location: string,
  force: boolean,
  isEmpty: () => Promise<boolean>,
): Promise<void> {
  if (force || (await isEmpty())) return;
  throw new BackupError(
    `There is a portal in ${location} already. With --force it is replaced by the backup, and lost.`,
  );
}

/** Does something while no portal and no other command can use DATA_DIR. */
async function whileLocked<T>(dataDir: string, act: () => Promise<T>): Promise<T> {
  const unlock = await lockDataDir(dataDir).catch((cause: unknown) => {
    throw cause instanceof DataDirInUseError ? new BackupError(runs, { cause }) : cause;
  });
  try {
    return await act();
  } finally {
    unlock();
  }
}

/** Unpacks the copy of the database, which shows that it is intact, and then swaps all files. */
async function restoreEmbedded(dataDir: string, unpacked: Unpacked): Promise<void> {
  const folder = join(unpacked.data, "database");
  requireKnownMigration(await unpackEmbedded(unpacked.database, folder));
  const swapped = await swapIn(dataDir, unpacked.data, { embedded: true });
  await swapped.finish();
}

const connections = `
  select count(*)::int as count from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and backend_type = 'client backend'`;
const tables = `
  select count(*)::int as count from pg_tables where schemaname in ('public', 'drizzle', 'pgboss')`;

/** PostgreSQL may need a moment to notice that a process has ended: how often to check. */
const pollIntervalMs = 250;
const maxChecks = 12;

/** Runs a function while no portal uses the database: a portal that starts meanwhile waits to migrate it. */
async function whileUnused(
  databaseUrl: string,
  act: (isEmpty: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const client = await connectClient(databaseUrl);
  const count = async (query: string) =>
    (await client.query<{ count: number }>(query)).rows[0]?.count ?? 0;
  try {
    for (let checks = 1; (await count(connections)) > 0; checks++) {
      if (checks === maxChecks) {
        throw new BackupError(
          "Other connections use the database. Stop every process of the portal, and whatever else is connected.",
        );
      }
      await delay(pollIntervalMs);
    }
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await act(async () => (await count(tables)) === 0);
  } finally {
    await client.end(); // releases the lock
  }
}

async function restoreIntoPostgres(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  unpacked: Unpacked,
): Promise<void> {
  const sql = join(unpacked.folder, "copy.sql");
  await convertToSql(unpacked.database, sql);
  const swapped = await swapIn(dataDir, unpacked.data, { embedded: false });
  try {
    await restorePostgres(databaseUrl, sql, unpacked.folder);
  } catch (error) {
    await swapped.undo();
    throw error;
  }
  await swapped.finish();
}

/** Throws a BackupError unless the backup is of the kind of database that is configured. */
function requireKind({ database }: Manifest, databaseUrl: string | null): void {
  const { kind } = database;
  if (kind === (databaseUrl ? "postgresql" : "embedded")) return;
  throw new BackupError(
    kind === "embedded"
      ? "The backup is of an embedded database. Restore it without DATABASE_URL."
      : "The backup is of a PostgreSQL database. Set DATABASE_URL to the one to restore it into.",
  );
}

/** Reads a backup, and throws a BackupError unless it can be restored here. */
async function openBackup(file: string, { dataDir, databaseUrl }: Installation): Promise<Manifest> {
  if (!(await stat(file).catch(() => null))?.isFile()) {
    throw new BackupError(`There is no file ${file}.`);
  }
  if (await isInDataFolder(dataDir, file)) {
    throw new BackupError(
      `${file} would be deleted with the files that it replaces. Move the backup out of DATA_DIR first.`,
    );
  }
  const manifest = await verifyBackup(file);
  requireKind(manifest, databaseUrl);
  requireKnownMigration(manifest.database);
  return manifest;
}

/** Restores into DATA_DIR, and into PostgreSQL if that is configured. */
async function replaceWith(
  manifest: Manifest,
  { file, dataDir, databaseUrl, force }: Installation & { file: string; force: boolean },
): Promise<void> {
  const unpackAnd = async (restore: (unpacked: Unpacked) => Promise<void>) => {
    const unpacked = await unpack(file, manifest, dataDir);
    try {
      await restore(unpacked);
    } finally {
      await rm(unpacked.folder, { recursive: true, force: true });
    }
  };
  const hasNoFiles = async () => {
    const { files, leftOut } = await listDataFiles(dataDir);
    return files.length + leftOut.length === 0;
  };
  if (databaseUrl) {
    await whileUnused(databaseUrl, async (isEmpty) => {
      const isFree = async () => (await isEmpty()) && (await hasNoFiles());
      await requireEmpty("DATABASE_URL and DATA_DIR", force, isFree);
      await unpackAnd((unpacked) => restoreIntoPostgres({ dataDir, databaseUrl }, unpacked));
    });
    return;
  }
  await whileLocked(dataDir, async () => {
    const isFree = async () => !(await hasEmbeddedDatabase(dataDir)) && (await hasNoFiles());
    await requireEmpty(dataDir, force, isFree);
    await unpackAnd((unpacked) => restoreEmbedded(dataDir, unpacked));
  });
}

/**
 * Replaces the installation by a backup. The file is verified first, and a failure leaves everything as it
 * was. Returns the lines to print. Throws a BackupError: for a file that cannot be used, while the portal runs,
 * and if there is a portal already, unless `force` is set.
 */
export async function restoreBackup(
  installation: Installation,
  target: string,
  { force }: { force: boolean },
): Promise<string[]> {
  const file = resolve(target);
  const manifest = await openBackup(file, installation);
  await mkdir(installation.dataDir, { recursive: true, mode: 0o700 });
  await replaceWith(manifest, { ...installation, file, force });
  const { createdAt, portalVersion } = manifest;
  return [
    `Restored the backup of ${createdAt} (version ${portalVersion}).`,
    "The next start migrates the database if this version of the portal is newer.",
  ];
}
