import { mkdir, readFile } from "node:fs/promises";
import { inject } from "vitest";
import { openPglite } from "#api/infra/database/open-pglite.ts";

/**
 * Puts an empty, migrated database into a data folder, so that a process need not migrate its own, which takes
 * seconds of a processor. Without a dump, when the tests run with PostgreSQL, the process does.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const dump = inject("databaseDump");
  if (dump === null) return;
  const database = `${dataDir}/database`;
  await mkdir(database, { recursive: true });
  const loadDataDir = new Blob([await readFile(dump)]);
  await (await openPglite({ dataDir: database, loadDataDir })).close();
}
