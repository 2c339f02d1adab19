import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOwnDatabase } from "#api/testing/own-database.ts";

/** Where the data of a portal is: a new folder, and the address of a new PostgreSQL database or null. */
export type Place = { dataDir: string; databaseUrl: string | null };

/** Makes a new place, with a database on a PostgreSQL server if one is given, uses it, and removes it. */
export async function inNewPlace(
  server: string | null,
  use: (place: Place) => Promise<void>,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "bench-"));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const created = server === null ? null : await createOwnDatabase(server);
  if (created) opened.defer(() => created.drop());
  await use({ dataDir, databaseUrl: created?.url ?? null });
}

/** Runs a bench on PGlite, and with DATABASE_URL on that PostgreSQL server, too. */
export async function onEachDatabase(
  bench: (server: string | null, name: string) => Promise<void>,
): Promise<void> {
  await bench(null, "PGlite");
  const server = process.env["DATABASE_URL"];
  if (server) await bench(server, "PostgreSQL");
  else console.log("\nPostgreSQL: not measured, DATABASE_URL is not set");
}
