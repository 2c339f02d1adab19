import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterEach, expect, inject, test } from "vitest";
import { createOwnDatabase } from "#api/testing/own-database.ts";
import { connectPostgres } from "./connect.ts";
import { knownMigrations, migrate } from "./migrate.ts";
import { extensionNames, openPglite } from "./open-pglite.ts";

/** When the last two migrations that the baseline replaces were generated. */
const [lastButOne, last] = [1_795_950_933_449, 1_795_970_389_405];
/** Those that follow the baseline. */
const next = knownMigrations().slice(1);

type TestDatabase = {
  migrate: () => Promise<unknown>;
  /** Runs one statement, or several without results. */
  query: (statements: string) => Promise<unknown[]>;
  remove: () => Promise<void>;
};

async function openEmbedded(dump: string | null): Promise<TestDatabase> {
  const client = await openPglite(dump ? { loadDataDir: await openAsBlob(dump) } : {});
  return {
    migrate: () => client.transaction(migrate),
    query: async (statements) => (await client.exec(statements)).at(-1)?.rows ?? [],
    remove: () => client.close(),
  };
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const own = await createOwnDatabase(server);
  return {
    migrate: async () => (await connectPostgres(own.url)).close(),
    query: (statement) => own.query(statement),
    remove: () => own.drop(),
  };
}

/** Returns an empty database without a table. */
const createEmpty = () => {
  const server = inject("databaseUrl");
  return server ? createOnServer(server) : openEmbedded(null);
};

async function createMigrated(): Promise<TestDatabase> {
  const dump = inject("databaseDump");
  if (dump) return openEmbedded(dump);
  const created = await createEmpty();
  await created.migrate();
  return created;
}

let database: TestDatabase;
afterEach(() => database.remove());

async function run(...statements: string[]): Promise<void> {
  for (const statement of statements) await database.query(statement);
}

const addFlag = (key: string) =>
  `insert into feature_flags (key, is_on, version, updated_at) values ('${key}', true, 1, now())`;
const flags = "select key from feature_flags order by key";
const breakFunction =
  "create or replace function notify_public_content() returns trigger language plpgsql as 'begin raise ''outdated''; end'";

/** Returns SQL that marks these migrations as run, the last one at last. */
const journalOf = (...migrations: number[]) =>
  `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  truncate drizzle.__drizzle_migrations;
  insert into drizzle.__drizzle_migrations (hash, created_at) values ${migrations.map((time) => `('', ${time})`).join()}`;
const journal = "select created_at::text as time from drizzle.__drizzle_migrations order by id";
const considered = "select 1 from pg_trigger where tgname = 'subscriptions_considered'";

/** Returns what the version before the baseline left: its tables, and functions as they were then. */
const versionBefore = async (): Promise<string[]> => [
  extensionNames.map((name) => `create extension ${name}`).join(";"),
  await readFile(new URL("migrations/0000_baseline.sql", import.meta.url), "utf8"),
  breakFunction,
];

test("a database of the version before the baseline keeps its rows, and gets what came since", async () => {
  database = await createEmpty();
  await run(...(await versionBefore()), journalOf(lastButOne, last), addFlag("kept"));
  await database.migrate();
  await run(addFlag("new"));
  expect(await database.query(flags)).toEqual([{ key: "kept" }, { key: "new" }]);
  expect(await database.query(considered)).toHaveLength(1);
  expect(await database.query(journal)).toEqual(
    [lastButOne, last, ...next].map((time) => ({ time: `${time}` })),
  );
});

test("an older database is refused with what to do, and stays as it was", async () => {
  database = await createMigrated();
  await run(addFlag("kept"), journalOf(lastButOne));
  await expect(database.migrate()).rejects.toThrow(
    /Start .+ of the portal with this database once, then this version/,
  );
  expect(await database.query(flags)).toEqual([{ key: "kept" }]);
});

test("a database of a newer version is refused with what to do, and stays as it was", async () => {
  database = await createMigrated();
  const newer = Math.max(...knownMigrations()) + 86_400_000;
  await run(addFlag("kept"), journalOf(newer));
  await expect(database.migrate()).rejects.toThrow(
    /A newer version of the portal has changed this database .*Start that version or a later one, or restore the backup/,
  );
  expect(await database.query(flags)).toEqual([{ key: "kept" }]);
});

test("a start applies a file of functions that has changed, and none that has not", async () => {
  database = await createMigrated();
  await run(breakFunction);
  await database.migrate();
  await expect(run(addFlag("refused"))).rejects.toThrow("outdated");
  await run(
    "update drizzle.repeatable_files set hash = 'other' where file like '%/public-content.sql'",
  );
  await database.migrate();
  await run(addFlag("added"));
  expect(await database.query(flags)).toEqual([{ key: "added" }]);
});
