import { randomBytes } from "node:crypto";
import { openAsBlob } from "node:fs";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { minuteMs } from "#shared/durations.ts";
import { lockDataDir } from "#api/infra/data-dir-lock.ts";
import { openPglite } from "#api/infra/database/open-pglite.ts";
import type { Portal } from "#api/portal.ts";
import { CommandError, sendCommand } from "#api/cli/channel/command-channel.ts";
import { BackupError } from "./backup-error.ts";
import { hasEmbeddedDatabase } from "./data-folder.ts";
import type { BackupDatabase } from "./manifest.ts";
import { databaseState, stateQuery } from "./newest-migration.ts";

/** Ms that the running API has for copying its database. */
const dumpTimeoutMs = 5 * minuteMs;

/** What `npm run backup` asks of the running API. */
export const dumpCommandSchema = z.object({ command: z.literal("dump") });

const writeBlob = async (file: string, blob: Blob) =>
  writeFile(file, blob.stream(), { mode: 0o600, flag: "wx" });

/** Copies the database of the running API into DATA_DIR. Returns the name of the file as the only line. */
export async function dumpIntoDataFolder({
  config,
  dump,
}: Pick<Portal, "config" | "dump">): Promise<string[]> {
  if (!dump) throw new CommandError("This portal has no embedded database.");
  const name = `backup-${randomBytes(6).toString("hex")}.tar.gz`;
  await writeBlob(join(config.dataDir, name), await dump());
  return [name];
}

async function dumpUnused(dataDir: string, file: string): Promise<void> {
  if (!(await hasEmbeddedDatabase(dataDir))) {
    throw new BackupError(`There is no portal in ${dataDir} yet (DATA_DIR).`);
  }
  const unlock = await lockDataDir(dataDir);
  const client = await openPglite({ dataDir: join(dataDir, "database") });
  await writeBlob(file, await client.dumpDataDir("gzip"));
  await client.close();
  unlock();
}

/** Moves a file, also to another file system. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } finally {
    await rm(from);
  }
}

/** Copies the embedded database to a file, through the API if it runs, and returns the state of the copy. */
export async function dumpEmbedded(dataDir: string, file: string): Promise<BackupDatabase> {
  const dump = { command: "dump" };
  const [name] = (await sendCommand(dataDir, "backup", dump, { timeoutMs: dumpTimeoutMs })) ?? [];
  if (name === undefined) await dumpUnused(dataDir, file);
  else await moveAcross(join(dataDir, basename(name)), file);
  return unpackEmbedded(file);
}

/** Unpacks a copy into a folder, or only in memory, and returns its state. Throws a BackupError. */
export async function unpackEmbedded(file: string, folder?: string): Promise<BackupDatabase> {
  try {
    const loadDataDir = await openAsBlob(file);
    if (folder) await mkdir(folder, { mode: 0o700 });
    const client = await openPglite({ loadDataDir, ...(folder && { dataDir: folder }) });
    const { rows } = await client.query<{ version: number; newest: number }>(stateQuery);
    await client.close();
    return databaseState("embedded", rows);
  } catch (cause) {
    throw new BackupError(
      "The copy of the database cannot be opened: it is damaged, or of another version of the embedded database.",
      { cause },
    );
  }
}
