import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import pg from "pg";
import { sql, type PgDatabase, type PgQueryResultHKT } from "./drizzle.ts";
import { lockDataDir } from "#api/infra/data-dir-lock.ts";
import { pgliteJobStore, postgresJobStore, type JobStore } from "#api/infra/jobs/store.ts";
import { createPoolNotifications, listenPglite, listenPostgres, type Listen } from "./listen.ts";
import { knownMigrations, migrate } from "./migrate.ts";
import { openPglite } from "./open-pglite.ts";

/** The database, whichever driver it uses. Transactions have the same type. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type Connection = {
  database: Database;
  listen: Listen;
  jobStore: JobStore;
  /** Returns a consistent copy of the embedded database as tar.gz; null with PostgreSQL. */
  dump: (() => Promise<Blob>) | null;
  /** Returns how many connections there are, and how many requests wait for one; null with the embedded database. */
  poolUse: (() => PoolUse) | null;
  close: () => Promise<void>;
};

export type PoolUse = { total: number; idle: number; waiting: number };

/** Advisory lock, so that one process at a time migrates. */
export const migrationLock = 7_252_001;

/** In ms. The server cancels a query that hangs, or slightly later the client. */
const timeouts = {
  statement_timeout: 30_000,
  query_timeout: 35_000,
  connectionTimeoutMillis: 30_000,
};

/** Thrown where PostgreSQL cannot be used as DATABASE_URL says. The message says what to do, without the password. */
export class DatabaseConnectionError extends Error {
  override name = "DatabaseConnectionError";
}

type Target = Pick<pg.Client, "host" | "port" | "database" | "user">;

const unanswered = ({ host, port }: Target) =>
  `No PostgreSQL server answers at ${host}:${port}. Start it, or correct host and port.`;
const unknownHost = ({ host }: Target) => `The host ${host} is unknown. Correct its name.`;

/** What an error of connecting means, by its SQLSTATE or the code of the system. */
const connectionProblems: Record<string, (target: Target) => string> = {
  "28P01": ({ host, port, user }) =>
    `The server ${host}:${port} refuses the password of the user ${user}. Correct name or password; in the password @ : / ? # and % are written as %40 %3A %2F %3F %23 and %25.`,
  "3D000": ({ host, port, user, database }) =>
    `The server ${host}:${port} has no database ${database}. Correct its name, or make it: createdb --owner ${user} ${database}`,
  "53300": ({ host, port }) =>
    `The server ${host}:${port} has too many connections. End some, or raise its max_connections.`,
  "57P03": ({ host, port }) => `The server ${host}:${port} is starting or ending. Try again soon.`,
  ECONNREFUSED: unanswered,
  EHOSTUNREACH: unanswered,
  ENETUNREACH: unanswered,
  ETIMEDOUT: unanswered,
  ENOENT: unanswered,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
};

const filesInAddress = ["sslcert", "sslkey", "sslrootcert"];

/** Returns a sentence about a file that the address names and the driver cannot read; null if there is none. */
function unreadableFile(databaseUrl: string): string | null {
  const { searchParams } = new URL(databaseUrl);
  for (const name of filesInAddress) {
    const file = searchParams.get(name);
    if (!file) continue;
    try {
      readFileSync(file);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // of the file system
      const problem = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
      return `The file ${file}, which DATABASE_URL names as ${name}, ${problem}. Correct the path, let this user read the file, or remove ${name} from DATABASE_URL.`;
    }
  }
  return null;
}

/** Connects one client. Throws a DatabaseConnectionError. */
export async function connectClient(databaseUrl: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: timeouts.connectionTimeoutMillis,
    });
  } catch (cause) {
    const sentence = unreadableFile(databaseUrl) ?? `DATABASE_URL cannot be read: ${String(cause)}`;
    throw new DatabaseConnectionError(sentence, { cause });
  }
  try {
    await client.connect();
    return client;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const { host, port } = client;
    const problem =
      connectionProblems[code]?.(client) ??
      `The server ${host}:${port} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`;
    throw new DatabaseConnectionError(`DATABASE_URL does not work. ${problem}`, { cause });
  }
}

/** SQLSTATE of what a user may not do. */
const insufficientPrivilege = "42501";

/** Migrates in one transaction, one process at a time, on a connection of its own without timeouts. */
async function migratePostgres(databaseUrl: string): Promise<void> {
  const client = await connectClient(databaseUrl);
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await migrate({
      exec: (statements) => client.query(statements),
      query: (statement, values) => client.query(statement, values),
    });
    await client.query("commit");
  } catch (cause) {
    if (sqlState(cause) !== insufficientPrivilege || !(cause instanceof pg.DatabaseError))
      throw cause;
    throw new DatabaseConnectionError(
      `The user ${client.user} in DATABASE_URL may not make the tables of the portal: ${cause.message}. It has to own the database and what is in it: alter database ${client.database} owner to ${client.user}`,
      { cause },
    );
  } finally {
    await client.end(); // rolls back what is not committed
  }
}

/** Connects to PostgreSQL, and migrates it. `name` is what the server lists the connections by. */
export async function connectPostgres(databaseUrl: string, name?: string): Promise<Connection> {
  await migratePostgres(databaseUrl);
  const notifications = createPoolNotifications();
  const { onConnect } = notifications;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    ...timeouts,
    onConnect,
    ...(name !== undefined && { fallback_application_name: name }),
  });
  // An idle connection that breaks is replaced at the next query; without a listener the error
  // would end the process.
  pool.on("error", () => {});
  const database = drizzlePg(pool);
  const listen = listenPostgres(databaseUrl, notifications);
  return {
    database: database as unknown as Database, // same query builder, different driver
    listen,
    jobStore: postgresJobStore(pool, listen),
    dump: null,
    poolUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

const migrateEmbedded = (client: PGlite) => client.transaction(migrate);

/** Returns an embedded database that was opened and migrated as a connection. */
function embedded(client: PGlite, close: () => Promise<void>): Connection {
  const listen = listenPglite(client);
  return {
    database: drizzlePglite(client),
    listen,
    jobStore: pgliteJobStore(client, listen),
    dump: () => client.dumpDataDir("gzip"),
    poolUse: null,
    close,
  };
}

/** Starts an embedded database, migrated: in memory, empty or from a dump. */
export async function connectMemory(dump?: Blob): Promise<Connection & { client: PGlite }> {
  const client = await openPglite(dump ? { loadDataDir: dump } : {});
  if (!dump) await migrateEmbedded(client);
  return { client, ...embedded(client, () => client.close()) };
}

/** Opens the embedded database. Throws a DataDirInUseError: two writers would corrupt it. */
async function connectFolder(dataDir: string): Promise<Connection> {
  const opened = new AsyncDisposableStack();
  try {
    opened.defer(await lockDataDir(dataDir));
    const folder = join(dataDir, "database");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const client = await openPglite({ dataDir: folder }).catch((cause: unknown) => {
      throw new DatabaseConnectionError(
        `The database in ${folder} in DATA_DIR cannot be opened: ${String(cause)}. Restore a backup (docs/operation.md), or set another DATA_DIR.`,
        { cause },
      );
    });
    opened.defer(() => client.close());
    await migrateEmbedded(client);
    return embedded(client, () => opened.disposeAsync());
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Connects to PostgreSQL if an address is configured, else opens the embedded database in `dataDir`. */
export const connect = (config: { databaseUrl: string | null; dataDir: string }, name?: string) =>
  config.databaseUrl ? connectPostgres(config.databaseUrl, name) : connectFolder(config.dataDir);

/** Returns whether the newest migration of this version is in the database. Throws when it does not answer. */
export async function isMigrated(database: Database): Promise<boolean> {
  const { rows } = (await database.execute(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  )) as { rows: { newest: string | null }[] }; // the result of both drivers
  newestMigration ??= Math.max(...knownMigrations());
  return Number(rows[0]?.newest) >= newestMigration;
}

let newestMigration: number | null = null;

/** Codes of sockets without a connection, and SQLSTATEs of a server that starts, stops, or has no connection left. */
const awayCode =
  /^(?:E(?:AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|08...|57P0[1-4]|53300)$/;
/** What the driver says without a code. */
const awayMessage =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/;

/** Returns whether something failed because the database cannot be reached. */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const causes = at instanceof AggregateError ? at.errors : [];
    if (causes.some(isDatabaseUnreachable)) return true;
    if ("code" in at && typeof at.code === "string" && awayCode.test(at.code)) return true;
    if (awayMessage.test(at.message)) return true;
  }
  return false;
}

/** Returns the SQLSTATE of a failed query, or null. */
export function sqlState(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) {
      return at.code;
    }
  }
  return null;
}

/** Returns whether a query failed since another row has the same value where each is there once. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";
