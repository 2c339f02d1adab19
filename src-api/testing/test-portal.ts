import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { TestClock } from "pg-boss";
import { inject } from "vitest";
import { sql } from "#api/infra/database/drizzle.ts";
import { buildApp, type AppOptions } from "#api/app.ts";
import { readInstalledBrand } from "#api/modules/settings/module.ts";
import { readConfig, type Config } from "#api/config.ts";
import { openClock } from "#api/infra/clock/clock.ts";
import { connectMemory, connectPostgres, type Connection } from "#api/infra/database/connect.ts";
import { Jobs } from "#api/infra/jobs/jobs.ts";
import type { Mail } from "#api/infra/mail/mailer.ts";
import { watchPublicContent } from "#api/infra/public-content/public-content.ts";
import { createSealer } from "#api/infra/secrets/sealer.ts";
import { openPayments } from "#api/modules/billing/provider.ts";
import type { Portal } from "#api/portal.ts";
import { withTestClock } from "./database-setup.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { watchAnswers } from "./watch-answers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of a dump of the migrated embedded database, or null when testing with PostgreSQL. */
    databaseDump: string | null;
    /** Address of the PostgreSQL server to test with, or null. */
    databaseUrl: string | null;
    /** Name of the migrated database on that server, or null. */
    databaseTemplate: string | null;
  }
}

/** The portal of one test file: database, clock, recorded mails. Close it afterwards. */
export type TestPortal = {
  app: FastifyInstance;
  portal: Portal;
  /** Mails in the order in which they were sent. */
  mails: Mail[];
  /** Moves the clock by the given ms; it stands still otherwise. */
  advance(ms: number): void;
  /** Runs the jobs that are due, and those that they enqueue. Jobs do not run otherwise. */
  runDueJobs: () => Promise<void>;
  close(): Promise<void>;
};

/** Connects to a new PostgreSQL database, which is dropped at the end. */
async function connectOwnPostgres(server: string): Promise<Connection> {
  const name = `ringside_test_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name} template ${inject("databaseTemplate")}`);
  // Lets a TestClock set the job library's time, on every connection.
  await admin.query(`alter database ${name} set pgboss.test_clock = 'on'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connection = await connectPostgres(url.href);
  const close = async () => {
    await connection.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { ...connection, jobStore: withTestClock(connection.jobStore), close };
}

/** Empty embedded databases of closed portals of this worker, for reuse: starting one takes a second. */
const unused = new Set<Connection>();

async function startEmbedded(): Promise<Connection> {
  const dump = inject("databaseDump");
  const connection = await connectMemory(dump ? new Blob([await readFile(dump)]) : undefined);
  const { database } = connection;
  const { rows } = await connection.client.query<{ tables: string }>(
    "select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public'",
  );
  const empty = sql.raw(`truncate pgboss.job, ${rows[0]?.tables} restart identity cascade`);
  const close = async () => {
    try {
      // The audit trail refuses to be emptied; no trigger fires in the role of a replica.
      await database.execute(sql`set session_replication_role = replica`);
      await database.execute(empty);
      await database.execute(sql`set session_replication_role = origin`);
      unused.add(reusable);
    } catch {
      await connection.close(); // a test changed the schema
    }
  };
  const reusable = { ...connection, close };
  return reusable;
}

/** Connects to an empty, migrated database, used by this test file only. */
export async function connectOwn(): Promise<Connection> {
  const server = inject("databaseUrl");
  if (server) return connectOwnPostgres(server);
  const [reused] = unused;
  if (!reused) return startEmbedded();
  unused.delete(reused);
  return reused;
}

/** Starts a portal at 2026-03-01T12:00:00Z with an empty, migrated database, or the one that `connectTo` opens. */
export async function createTestPortal(
  config: Partial<Config> = {},
  options: AppOptions = {},
  connectTo: () => Promise<Connection> = connectOwn,
): Promise<TestPortal> {
  const connection = await connectTo();
  // Tests share no files, and leave those of a portal in this checkout alone.
  const dataDir = await temporaryFolder();
  const publicContent = await watchPublicContent(connection.listen);
  const mails: Mail[] = [];
  let time = Date.parse("2026-03-01T12:00:00Z");
  const clock = new TestClock(time);
  const key = randomBytes(32);
  const jobs = new Jobs(connection.jobStore, { key, clock });
  const ownConfig = {
    ...readConfig({
      LOG_LEVEL: "silent",
      PUBLIC_URL: "http://portal.test",
      PAYMENTS: "sandbox",
      SEED_DEMO: "0",
      ADMIN_SECOND_FACTOR: "optional",
      DATA_DIR: dataDir.path,
    }),
    ...config,
  };
  const { now, testClock, ...portalClock } = await openClock(
    ownConfig,
    connection,
    () => new Date(time),
  );
  const portal: Portal = {
    config: ownConfig,
    brand: await readInstalledBrand(ownConfig, connection.database),
    database: connection.database,
    listen: connection.listen,
    publicContent,
    dump: connection.dump,
    mailer: {
      send: async (mail) => void mails.push(mail),
      sendDummy: async () => {},
    },
    jobs,
    sealer: createSealer(key),
    payments: await openPayments({ database: connection.database, now }, ownConfig),
    now,
    testClock,
  };
  const app = await buildApp(portal, options);
  await jobs.prepare(app.log);
  const answers = watchAnswers(app);
  const close = async () => {
    await app.close();
    await jobs.close();
    await publicContent.close();
    await portalClock.close();
    await connection.close();
    await dataDir.remove();
    answers.check();
  };
  let moved = Promise.resolve();
  const runDueJobs = async () => {
    // The library's clock can only be set by one caller at a time.
    moved = moved.then(() => (clock.now() === time ? undefined : clock.setTime(time)));
    await moved;
    await jobs.runDue();
  };
  return { app, portal, mails, advance: (ms) => void (time += ms), runDueJobs, close };
}
