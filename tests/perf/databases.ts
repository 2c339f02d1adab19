import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Where the data of a portal is: a new folder, and the address of a new PostgreSQL database or null. */
export type Place = { dataDir: string; databaseUrl: string | null };

async function createDatabase(server: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const name = `ringside_bench_${process.pid}_${Date.now()}`;
  await client.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  };
  return { url: url.href, drop };
}

/** Makes a new place on PGlite, or on a PostgreSQL server, uses it, and removes it. */
export async function inNewPlace(
  server: string | null,
  use: (place: Place) => Promise<void>,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "bench-"));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const created = server === null ? null : await createDatabase(server);
  if (created) opened.defer(created.drop);
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
