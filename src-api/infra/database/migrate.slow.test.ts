import { globSync, openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterEach, expect, inject, test } from "vitest";
import { createOwnDatabase } from "#api/testing/own-database.ts";
import { connectPostgres } from "./connect.ts";
import { knownMigrations, migrate } from "./migrate.ts";
import { extensionNames, openPglite } from "./open-pglite.ts";

/** When the last two migrations that the baseline replaces were generated. */
const [lastButOne, last] = [1_795_628_616_662, 1_795_629_181_664];
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

const migrationFiles = globSync("*.sql", {
  cwd: new URL("migrations", import.meta.url),
}).toSorted();

/** Returns what an earlier version has run: the first migrations of this one, and nothing that can be run again. */
const earlierVersion = async (count: number): Promise<string[]> => [
  extensionNames.map((name) => `create extension ${name}`).join(";"),
  ...(await Promise.all(
    migrationFiles
      .slice(0, count)
      .map((file) => readFile(new URL(`migrations/${file}`, import.meta.url), "utf8")),
  )),
];

test("a database of the version before the baseline keeps its rows, and gets what came since", async () => {
  database = await createEmpty();
  await run(
    ...(await earlierVersion(1)),
    journalOf(lastButOne, last),
    breakFunction,
    addFlag("kept"),
  );
  await database.migrate();
  await run(addFlag("new"));
  expect(await database.query(flags)).toEqual([{ key: "kept" }, { key: "new" }]);
  expect(await database.query(considered)).toHaveLength(1);
  expect(await database.query("select is_demo from users")).toEqual([]);
  expect(await database.query(journal)).toEqual(
    [lastButOne, last, ...next].map((time) => ({ time: `${time}` })),
  );
});

test("disputes that an earlier version had mailed about are open, each once, as of when they can have begun", async () => {
  database = await createEmpty();
  const count = migrationFiles.indexOf("0012_disputes.sql");
  const [disputed, other] = ["1", "2"].map(
    (digit) => digit.repeat(8) + "-0000-4000-8000-000000000000",
  );
  const invoice = (id?: string) =>
    `('${id}', 'paid', '[]', 900, 'EUR', '1', 'subscription', 'stripe', 'Ada', 'ada@example.com', now(), now(), now())`;
  await run(
    ...(await earlierVersion(count)),
    journalOf(...knownMigrations().slice(0, count)),
    `insert into invoices (id, status, lines, total, currency, terms_version, origin, provider, buyer_name, buyer_email, created_at, expires_at, paid_at)
      values ${invoice(disputed)}, ${invoice(other)}`,
    `insert into provider_events (provider, id, type, received_at, processed_at, invoice_id) values
      ('stripe', 'evt_1', 'charge.dispute.created', '2026-05-04T10:00Z', now(), '${disputed}'),
      ('stripe', 'evt_2', 'charge.dispute.created', '2026-05-06T10:00Z', now(), '${disputed}'),
      ('stripe', 'evt_3', 'charge.dispute.created', '2026-05-06T10:00Z', null, null),
      ('stripe', 'evt_4', 'refund.failed', '2026-05-06T10:00Z', now(), '${other}')`,
  );
  await database.migrate();
  const open = {
    provider: "stripe",
    invoice_id: disputed,
    status: "open",
    ended_membership: false,
  };
  expect(
    await database.query(
      `select provider, reference, invoice_id, status, ended_membership,
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as created_at from disputes order by reference`,
    ),
  ).toEqual([
    { ...open, reference: "told-evt_1", created_at: "2026-05-01 10:00" },
    { ...open, reference: "told-evt_2", created_at: "2026-05-03 10:00" },
  ]);
  // The message whose effect was not stored may come again.
  expect(await database.query("select id from provider_events order by id")).toHaveLength(3);
});

test("requests of buyers and admins are known by their keys as before", async () => {
  database = await createEmpty();
  const count = migrationFiles.indexOf("0014_one_table_of_keys.sql");
  const [buyer, admin, gone, made] = ["1", "2", "3", "4"].map(
    (digit) => digit.repeat(8) + "-0000-4000-8000-000000000000",
  );
  const user = (id?: string) => `('${id}', '${id}@example.com', 'Ada', '', '{}', 'en', now())`;
  await run(
    ...(await earlierVersion(count)),
    journalOf(...knownMigrations().slice(0, count)),
    `insert into users (id, email, name, password_hash, roles, language, created_at) values ${user(buyer)}, ${user(admin)}`,
    `insert into invoices (id, status, lines, total, currency, terms_version, origin, provider, buyer_name, buyer_email, created_at, expires_at)
      values ('${made}', 'open', '[]', 900, 'EUR', '1', 'checkout', 'stripe', 'Ada', 'ada@example.com', now(), now())`,
    `insert into idempotency_keys (user_id, key, request_hash, invoice_id, created_at) values ('${buyer}', 'of-a-checkout', 'x', '${made}', now())`,
    `insert into member_acts (id, actor_id, user_id, key, request_hash, created_at) values
      ('${made}', '${admin}', '${buyer}', 'of-an-act', 'y', now()), ('${gone}', '${gone}', '${buyer}', 'of-who-left', 'z', now())`,
  );
  await database.migrate();
  expect(
    await database.query(
      "select user_id, key, request_hash, made_id from idempotency_keys order by key",
    ),
  ).toEqual([
    { user_id: buyer, key: "of-a-checkout", request_hash: "x", made_id: made },
    { user_id: admin, key: "of-an-act", request_hash: "y", made_id: made },
  ]);
  expect(await database.query("select id from member_acts")).toHaveLength(2);
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
