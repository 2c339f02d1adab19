import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { connectClient, sqlState, type Database } from "#api/infra/database/connect.ts";
import { isDiskFull } from "#api/infra/disk.ts";
import { compareDataKey } from "#api/infra/secrets/data-key.ts";
import { readBrandInForce } from "#api/cli/channel/brand-in-force.ts";
import { settingsAdvice } from "#api/cli/channel/portal-location.ts";
import { writeArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { copyDataFiles, isInDataFolder, listDataFiles } from "./data-folder.ts";
import { dumpEmbedded } from "./embedded-database.ts";
import {
  databasePath,
  dataPrefix,
  manifestEntry,
  verifyBackup,
  type BackupDatabase,
} from "./manifest.ts";
import { databaseState, stateQuery } from "./newest-migration.ts";
import { dumpPostgres } from "./postgres-tools.ts";

type Source = Parameters<typeof readBrandInForce>[0];

const megabyte = 1_000_000;

/** SQLSTATE of a query of a table that does not exist. */
const undefinedTable = "42P01";

/** Returns the time in the brand's time zone, with its offset, for the name of a file: 2026-12-31T18-47-05+0100. */
async function timeForName(source: Source): Promise<string> {
  // A brand that cannot be read is no reason to be without a backup.
  const timeZone = await readBrandInForce(source).then(
    (brand) => brand.timeZone,
    () => "UTC",
  );
  const time = Temporal.Now.zonedDateTimeISO(timeZone);
  const text = time.toString({ smallestUnit: "second", timeZoneName: "never", offset: "never" });
  return `${text.replaceAll(":", "-")}${time.offset.replace(":", "")}`;
}

/** Returns the file to write: the given one, or one named after the time in the given folder. */
async function fileFor(target: string, source: Source): Promise<string> {
  const path = resolve(target);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return join(path, `portal-${await timeForName(source)}.tar`);
  if (found) throw new BackupError(`${path} already exists. Name another file, or a folder.`);
  if (target.endsWith("/") || !(await stat(dirname(path)).catch(() => null))) {
    throw new BackupError(`There is no folder ${target.endsWith("/") ? path : dirname(path)}.`);
  }
  return path;
}

async function dump({ dataDir, databaseUrl }: Source, file: string): Promise<BackupDatabase> {
  if (!databaseUrl) return dumpEmbedded(dataDir, file);
  const client = await connectClient(databaseUrl);
  try {
    const { rows } = await client
      .query<{ version: number; newest: number }>(stateQuery)
      .catch((error: unknown) => {
        if (sqlState(error) !== undefinedTable) throw error;
        throw new BackupError("There is no portal in the database of DATABASE_URL yet.");
      });
    const database = drizzle(client) as unknown as Database; // same query builder, different driver
    if ((await compareDataKey(database, dataDir)) === "other") {
      throw new BackupError(
        `${dataDir} (DATA_DIR) does not belong to the database in DATABASE_URL: it lacks the data-key of that portal, without which a backup cannot be restored. ${settingsAdvice}`,
      );
    }
    await dumpPostgres(databaseUrl, file);
    return databaseState("postgresql", rows);
  } finally {
    await client.end();
  }
}

/** Throws a BackupError for a file in DATA_DIR: restoring it would delete it, and each backup would contain the ones before. */
async function requireOutside(dataDir: string, file: string): Promise<void> {
  if (!(await isInDataFolder(dataDir, dirname(file)))) return;
  throw new BackupError(
    `${file} lies in DATA_DIR, which a restore replaces. Write the backup to a place outside of DATA_DIR.`,
  );
}

/** Writes a backup of copies in `staging`, and reads it again. Returns lines about what was left out. */
async function writeDraft(source: Source, staging: string, draft: string): Promise<string[]> {
  const copy = join(staging, databasePath);
  const database = await dump(source, copy);
  const { files, leftOut, foreign } = await listDataFiles(source.dataDir);
  const copied = await copyDataFiles(source.dataDir, files, join(staging, dataPrefix));
  const paths = [databasePath, ...copied.map((path) => dataPrefix + path)];
  const content = paths.map((path) => ({ path, from: join(staging, path) }));
  await writeArchive(draft, [await manifestEntry(content, database), ...content]);
  await verifyBackup(draft).catch((cause: unknown) => {
    throw new BackupError(
      "The backup was written, but what can be read is something else. Check the disk and try again.",
      { cause },
    );
  });
  return [
    ...leftOut.map(
      (path) =>
        `Left out, because it is a link, no file, or has a backslash in its name: ${path} in DATA_DIR.`,
    ),
    ...(foreign.length > 0
      ? [`Left out, because it is not the portal's: ${foreign.join(", ")} in DATA_DIR.`]
      : []),
  ];
}

/** Writes a backup, also of a running portal. Returns the lines to print. Throws a BackupError; no file is left then. */
export async function createBackup(source: Source, target: string): Promise<string[]> {
  const file = await fileFor(target, source);
  await requireOutside(source.dataDir, file);
  const staging = await mkdtemp(join(dirname(file), `.${basename(file)}-`));
  let leftOut: string[];
  try {
    const draft = join(staging, "backup");
    leftOut = await writeDraft(source, staging, draft);
    await rename(draft, file);
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    throw new BackupError(
      `The disk of ${dirname(file)} is full. Nothing was left there. Make room on it, or write the backup to another disk; it needs twice its size for a while.`,
      { cause },
    );
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  const { size } = await stat(file);
  return [
    `Backup written to ${file} (${(size / megabyte).toFixed(1)} MB).`,
    ...leftOut,
    "It contains personal data and the keys of the portal: keep it where nobody else can read it.",
  ];
}
