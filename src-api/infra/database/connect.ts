import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { lock } from "proper-lockfile";
import { listenPglite, listenPostgres, type Listen } from "./listen.ts";

/** The database, whichever driver is below it. A transaction has the same type. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type Connection = { database: Database; listen: Listen; close: () => Promise<void> };

const migrationsFolder = fileURLToPath(new URL("migrations", import.meta.url));
/** Any number, the same in every process: migrations run one process at a time. */
const migrationLock = 7_252_001;

/**
 * A query that hangs must not stop the requests that wait for it, or for its connection. The server
 * gives it up; should the server not answer, so does the client, a little later. In ms.
 */
const timeouts = {
  statement_timeout: 30_000,
  query_timeout: 35_000,
  connectionTimeoutMillis: 30_000,
};

/** Migrates, one process at a time, on a connection of its own: it may take as long as it needs. */
async function migratePostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migratePg(drizzlePg(client), { migrationsFolder });
  } finally {
    await client.end(); // gives the lock back
  }
}

/** PostgreSQL at that address, migrated. */
export async function connectPostgres(databaseUrl: string): Promise<Connection> {
  await migratePostgres(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, ...timeouts });
  // A connection that breaks while idle is replaced at the next query; unheard, it ends the process.
  pool.on("error", () => {});
  const database = drizzlePg(pool);
  return {
    database: database as unknown as Database, // same query builder, other driver
    listen: listenPostgres(databaseUrl),
    close: () => pool.end(),
  };
}

/** The embedded database, migrated: in memory, or from a dump of `dumpDataDir`. */
export async function connectMemory(dump?: Blob): Promise<Connection & { client: PGlite }> {
  const client = await PGlite.create(dump ? { loadDataDir: dump } : {});
  const database = drizzlePglite(client);
  if (!dump) await migratePglite(database, { migrationsFolder });
  return {
    client,
    database: database as unknown as Database, // as above
    listen: listenPglite(client),
    close: () => client.close(),
  };
}

/** Another process holds the embedded database: two writers would corrupt it. */
export class DatabaseInUseError extends Error {
  override name = "DatabaseInUseError";
}

/** The embedded database in a folder of `dataDir`, migrated, under a lock of its own. */
export async function connectFolder(dataDir: string): Promise<Connection> {
  const folder = join(dataDir, "database");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lock(folder, { stale: 15_000, update: 5_000 }).catch((cause: unknown) => {
    throw new DatabaseInUseError(`Another process uses the database in ${dataDir}.`, { cause });
  });
  const client = await PGlite.create(folder);
  const database = drizzlePglite(client);
  await migratePglite(database, { migrationsFolder });
  const close = async () => {
    await client.close();
    await unlock();
  };
  return { database: database as unknown as Database, listen: listenPglite(client), close }; // as above
}

/** PostgreSQL when an address is configured, else the embedded database in `dataDir`. */
export const connect = (config: { databaseUrl: string | null; dataDir: string }) =>
  config.databaseUrl ? connectPostgres(config.databaseUrl) : connectFolder(config.dataDir);

/** Throws when the database does not answer. */
export const ping = (database: Database) => database.execute(sql`select 1`);

/** The SQLSTATE of a failed query, or null: "23505" is a unique violation. Both drivers hide it in the cause. */
export function sqlState(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) {
      return at.code;
    }
  }
  return null;
}
