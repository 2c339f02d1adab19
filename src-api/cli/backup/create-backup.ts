import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import pg from "pg";
import type { Config } from "../../config.ts";
import { sqlState } from "../../infra/database/connect.ts";
import { writeArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { listDataFiles } from "./data-folder.ts";
import { dumpEmbedded } from "./embedded-database.ts";
import { databasePath, dataPrefix, manifestEntry, type BackupDatabase } from "./manifest.ts";
import { databaseState, stateQuery } from "./newest-migration.ts";
import { dumpPostgres } from "./postgres-tools.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl">;

const megabyte = 1_000_000;

/** SQLSTATE of a query of a table that does not exist. */
const undefinedTable = "42P01";

/** Returns the file to write: the given one, or one named after the time in the given folder. */
async function fileFor(target: string): Promise<string> {
  const path = resolve(target);
  const found = await stat(path).catch(() => null);
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  if (found?.isDirectory()) return join(path, `portal-${time}.tar`);
  if (found) throw new BackupError(`${path} exists already. Name another file, or a folder.`);
  if (target.endsWith("/") || !(await stat(dirname(path)).catch(() => null))) {
    throw new BackupError(`There is no folder ${target.endsWith("/") ? path : dirname(path)}.`);
  }
  return path;
}

async function dump({ dataDir, databaseUrl }: Place, file: string): Promise<BackupDatabase> {
  if (!databaseUrl) return dumpEmbedded(dataDir, file);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client
      .query<{ version: number; newest: number }>(stateQuery)
      .catch((error: unknown) => {
        if (sqlState(error) !== undefinedTable) throw error;
        throw new BackupError("There is no portal in the database of DATABASE_URL yet.");
      });
    await dumpPostgres(databaseUrl, file);
    return databaseState("postgresql", rows);
  } finally {
    await client.end();
  }
}

/**
 * Writes the database and the files of DATA_DIR to a file, or to a new file in a folder, readable by its owner
 * only. The portal may be running. Returns the lines to print. Throws a BackupError; no file is left then.
 */
export async function createBackup(place: Place, target: string): Promise<string[]> {
  const file = await fileFor(target);
  const staging = await mkdtemp(join(dirname(file), `.${basename(file)}-`));
  try {
    const copy = join(staging, databasePath);
    const database = await dump(place, copy);
    const files = (await listDataFiles(place.dataDir)).map((path) => ({
      path: dataPrefix + path,
      from: join(place.dataDir, path),
    }));
    const content = [{ path: databasePath, from: copy }, ...files];
    const draft = join(staging, "backup");
    await writeArchive(draft, [await manifestEntry(content, database), ...content]);
    await rename(draft, file);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  const { size } = await stat(file);
  return [
    `Backup written to ${file} (${(size / megabyte).toFixed(1)} MB).`,
    "It contains personal data and the keys of the portal: keep it where nobody else can read it.",
  ];
}
