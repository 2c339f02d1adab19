import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { getTableName, sql } from "#api/infra/database/drizzle.ts";
import { maxRetryAgeDays } from "#api/infra/jobs/job-queries.ts";
import { contactMessages } from "#api/modules/contact/schema.ts";
import { providerEvents } from "#api/modules/billing/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { purge, retainedOtherwise, limits, outboxLifeMs } from "./retention.ts";

const folder = await forFile(temporaryFolder());
const portal = await forFile(createTestPortal({ dataDir: folder.path }));

const daysAgo = (days: number) => new Date(portal.portal.now().getTime() - days * dayMs);

test("Every table with a time at which its rows end is purged, or says why not", async () => {
  const { rows } = (await portal.portal.database.execute(sql`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public'
      and column_name ~ '^(expires|received|last_seen|code_sent|blocked)_at$|_until$'`)) as {
    rows: { name: string }[];
  }; // the result of both drivers
  const found = rows.map(({ name }) => name);
  const named = new Set([
    ...limits.map(({ column }) => getTableName(column.table)),
    ...Object.keys(retainedOtherwise),
  ]);
  expect(found.length).toBeGreaterThan(7);
  expect(found.filter((name) => !named.has(name))).toEqual([]);
});

test("What is too old is deleted, and nothing else", async () => {
  const { database } = portal.portal;
  const message = {
    name: "Ada",
    email: "ada@example.com",
    subject: "s",
    message: "m",
    language: "en",
    mailedAt: null,
  } as const;
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  await database.insert(contactMessages).values([
    { ...message, id: id(1), createdAt: daysAgo(3 * 365 + 1) },
    { ...message, id: id(2), createdAt: daysAgo(3 * 365 - 1) },
  ]);
  const event = { provider: "stripe", type: "refund.created" };
  await database.insert(providerEvents).values([
    { ...event, id: "old", receivedAt: daysAgo(91) },
    { ...event, id: "new", receivedAt: daysAgo(89) },
  ]);
  await purge(portal.portal);
  expect((await database.select().from(contactMessages)).map((row) => row.id)).toEqual([id(2)]);
  expect((await database.select().from(providerEvents)).map((row) => row.id)).toEqual(["new"]);
});

test("Jobs that were given up are kept for as long as the table and the privacy policy say", async () => {
  const { rows } = (await portal.portal.database.execute(
    sql`select distinct deletion_seconds from pgboss.queue where name not like '\\_\\_%'`,
  )) as { rows: unknown[] }; // the result of both drivers
  expect(rows).toEqual([{ deletion_seconds: 14 * 24 * 3600 }]);
  expect(maxRetryAgeDays).toBe(17);
  // Tried again on the 17th day, tried for three days, kept for 14, deleted within another one.
  expect(await readFile("resources/brand/legal/privacy.en.md", "utf8")).toMatch(
    /could not be delivered.*five weeks/,
  );
  expect(await readFile("docs/operation.md", "utf8")).toMatch(/\| jobs \|.*14 days.*five weeks/);
});

test("Old mails are deleted from the outbox", async () => {
  const outbox = join(folder.path, "outbox");
  await mkdir(outbox, { recursive: true });
  for (const name of ["old.eml", "new.eml", "old.txt"]) await writeFile(join(outbox, name), "");
  const old = new Date(Date.now() - outboxLifeMs - dayMs);
  for (const name of ["old.eml", "old.txt"]) await utimes(join(outbox, name), old, old);
  await purge(portal.portal);
  expect((await readdir(outbox)).toSorted()).toEqual(["new.eml", "old.txt"]);
});

test("The purge runs by itself, every hour", async () => {
  const { database } = portal.portal;
  await database.insert(providerEvents).values({
    provider: "stripe",
    type: "t",
    id: "gone",
    receivedAt: daysAgo(91),
  });
  expect(await portal.portal.jobs.runScheduled()).toEqual([]);
  expect((await database.select().from(providerEvents)).map((row) => row.id)).toEqual(["new"]);
});
