import { openAsBlob } from "node:fs";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createOwnDatabase } from "../../testing/own-database.ts";
import { connectPostgres } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./open-pglite.ts";

/** When the last two migrations that the baseline replaces were generated. */
const [lastButOne, last] = [1_795_629_181_664, 1_795_644_229_431];

type TestDatabase = {
  migrate: () => Promise<unknown>;
  query: (statement: string) => Promise<unknown[]>;
  remove: () => Promise<void>;
};

async function openEmbedded(): Promise<TestDatabase> {
  const dump = inject("databaseDump");
  const client = await openPglite(dump ? { loadDataDir: await openAsBlob(dump) } : {});
  return {
    migrate: () => client.transaction(migrate),
    query: async (statement) => (await client.query(statement)).rows,
    remove: () => client.close(),
  };
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const { url, query, drop } = await createOwnDatabase(server);
  const migrateIt = async () => (await connectPostgres(url)).close();
  await migrateIt();
  return { migrate: migrateIt, query, remove: drop };
}

let it: TestDatabase;
beforeEach(async () => {
  const server = inject("databaseUrl");
  it = await (server ? createOnServer(server) : openEmbedded());
});
afterEach(() => it.remove());

async function run(...statements: string[]): Promise<void> {
  for (const statement of statements) await it.query(statement);
}

const addFlag = (key: string) =>
  `insert into feature_flags (key, is_on, version, updated_at) values ('${key}', true, 1, now())`;
const flags = "select key from feature_flags order by key";
const breakFunction =
  "create or replace function notify_figures() returns trigger language plpgsql as 'begin raise ''outdated''; end'";

/** Turns the database into one of an earlier version, of which these migrations were the last. */
const forgetBaseline = (...migrations: number[]) => [
  "drop table drizzle.repeatable_files",
  "truncate drizzle.__drizzle_migrations",
  ...migrations.map(
    (time) => `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${time})`,
  ),
];

test("a database of the version before the baseline keeps its rows, and gets the present functions and triggers", async () => {
  await run(
    addFlag("kept"),
    breakFunction,
    "drop trigger subscriptions_considered on subscriptions",
    ...forgetBaseline(lastButOne, last),
  );
  await it.migrate();
  await run(addFlag("new"));
  expect(await it.query(flags)).toEqual([{ key: "kept" }, { key: "new" }]);
  const trigger = "select 1 from pg_trigger where tgname = 'subscriptions_considered'";
  expect(await it.query(trigger)).toHaveLength(1);
  const journal = "select created_at::text as time from drizzle.__drizzle_migrations order by id";
  expect(await it.query(journal)).toEqual([{ time: `${lastButOne}` }, { time: `${last}` }]);
});

test("an older database is refused with what to do, and stays as it was", async () => {
  await run(addFlag("kept"), ...forgetBaseline(lastButOne));
  await expect(it.migrate()).rejects.toThrow(
    /Start .+ of the portal with this database once, then this version/,
  );
  expect(await it.query(flags)).toEqual([{ key: "kept" }]);
});

test("a start applies a file of functions that has changed, and none that has not", async () => {
  await run(breakFunction);
  await it.migrate();
  await expect(run(addFlag("refused"))).rejects.toThrow("outdated");
  await run("update drizzle.repeatable_files set hash = 'other' where file like '%/figures.sql'");
  await it.migrate();
  await run(addFlag("added"));
  expect(await it.query(flags)).toEqual([{ key: "added" }]);
});
