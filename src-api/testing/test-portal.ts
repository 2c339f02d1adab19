import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { inject } from "vitest";
import { buildApp } from "../app.ts";
import { readBrand } from "../brand.ts";
import { readConfig, type Config } from "../config.ts";
import { connectMemory, connectPostgres, type Connection } from "../infra/database/connect.ts";
import type { Mail } from "../infra/mail/mailer.ts";
import { sandboxPayments } from "../modules/billing/payments/sandbox/sandbox.ts";
import type { AppFolders, Portal } from "../portal.ts";
import { watchAnswers } from "./watch-answers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of a dump of the migrated embedded database, or null when PostgreSQL is tested. */
    databaseDump: string | null;
    /** Address of the PostgreSQL server to test with, or null. */
    databaseUrl: string | null;
  }
}

/** A portal of its own for one test file: database, clock, recorded mails. Close it afterwards. */
export type TestPortal = {
  app: FastifyInstance;
  portal: Portal;
  /** Mails in the order they were sent. */
  mails: Mail[];
  /** Moves the clock, which stands still otherwise, by that many ms. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** PostgreSQL with a database of its own, dropped at the end. */
async function connectOwnPostgres(server: string): Promise<Connection> {
  const name = `ringside_test_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connection = await connectPostgres(url.href);
  const close = async () => {
    await connection.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { ...connection, close };
}

/** Embedded databases that closed portals of this worker left, empty: to start one takes a second. */
const unused = new Set<Connection>();

async function startEmbedded(): Promise<Connection> {
  const dump = inject("databaseDump");
  const connection = await connectMemory(dump ? new Blob([await readFile(dump)]) : undefined);
  const { database } = connection;
  const { rows } = await connection.client.query<{ tables: string }>(
    "select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public'",
  );
  const empty = sql.raw(`truncate ${rows[0]?.tables} restart identity cascade`);
  const close = async () => {
    try {
      await database.execute(empty);
      unused.add(reusable);
    } catch {
      await connection.close(); // a test changed the tables themselves
    }
  };
  const reusable = { ...connection, close };
  return reusable;
}

async function connectOwn(): Promise<Connection> {
  const server = inject("databaseUrl");
  if (server) return connectOwnPostgres(server);
  const [left] = unused;
  if (!left) return startEmbedded();
  unused.delete(left);
  return left;
}

/** Starts a portal at 2026-03-01T12:00:00Z with an empty, migrated database. */
export async function createTestPortal(
  config: Partial<Config> = {},
  folders: AppFolders = {},
): Promise<TestPortal> {
  const connection = await connectOwn();
  const mails: Mail[] = [];
  let time = Date.parse("2026-03-01T12:00:00Z");
  const portal: Portal = {
    config: {
      ...readConfig({ LOG_LEVEL: "silent", PUBLIC_URL: "http://portal.test" }),
      seedDemo: false,
      ...config,
    },
    brand: await readBrand(),
    database: connection.database,
    listen: connection.listen,
    mailer: {
      send: async (mail) => void mails.push(mail),
      rehearse: async () => {},
    },
    payments: sandboxPayments(),
    now: () => new Date(time),
  };
  const app = await buildApp(portal, folders);
  const answers = watchAnswers(app);
  const close = async () => {
    await app.close();
    await connection.close();
    answers.check();
  };
  return { app, portal, mails, advance: (ms) => void (time += ms), close };
}
