import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";

export const migrationsFolder = fileURLToPath(
  new URL("../infra/database/migrations", import.meta.url),
);

/** Migrates an empty database to the version before a migration, which is named without its number. */
export async function migrateBefore(client: PGlite, migration: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "ringside-migrations-"));
  await cp(migrationsFolder, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, "utf8"));
  const end = journal.entries.findIndex(({ tag }) => tag.endsWith(migration));
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  await migrate(drizzle(client), { migrationsFolder: folder });
  await rm(folder, { recursive: true });
}
