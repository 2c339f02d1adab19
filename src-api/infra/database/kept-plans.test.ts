import { PGlite } from "@electric-sql/pglite";
import { eq, inArray, sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { time } from "./columns.ts";
import { keepPlans } from "./kept-plans.ts";

const things = pgTable("things", {
  id: integer("id").primaryKey(),
  name: text("name"),
  tags: text("tags").array().notNull(),
  facts: jsonb("facts").$type<{ colour: string }>().notNull(),
  isOld: boolean("is_old").notNull(),
  madeAt: time("made_at").notNull(),
});

let client: PGlite;
let database: ReturnType<typeof drizzle>;
beforeAll(async () => {
  client = await PGlite.create();
  keepPlans(client);
  database = drizzle(client);
  await client.exec(
    "create table things (id int primary key, name text, tags text[] not null, facts jsonb not null, is_old bool not null, made_at timestamptz not null)",
  );
});
afterAll(() => client.close());

const thing = (id: number) => ({
  id,
  name: id % 2 ? null : "it’s “a” name",
  tags: ["a b", 'c"d'],
  facts: { colour: "żółty" },
  isOld: id % 2 === 0,
  madeAt: new Date("2026-03-01T12:00:00.123Z"),
});

/** Runs a query as often as it takes to have a plan, and once more. Returns the last result. */
async function repeated<Result>(query: () => Promise<Result>): Promise<Result> {
  for (let run = 0; run < 4; run++) await query();
  return query();
}

test("a select returns the same with a plan as without one, for every type", async () => {
  await database.insert(things).values([thing(1), thing(2)]);
  const all = () =>
    database
      .select()
      .from(things)
      .where(inArray(things.id, [1, 2]))
      .orderBy(things.id);
  expect(await all()).toEqual([thing(1), thing(2)]);
  expect(await repeated(all)).toEqual([thing(1), thing(2)]);
  const byTime = () =>
    database
      .select()
      .from(things)
      .where(eq(things.madeAt, thing(1).madeAt));
  expect(await repeated(byTime)).toHaveLength(2);
  const byFlag = () =>
    database.select({ id: things.id }).from(things).where(eq(things.isOld, true));
  expect(await repeated(byFlag)).toEqual([{ id: 2 }]);
  const none = () => database.select().from(things).where(eq(things.id, 9));
  expect(await repeated(none)).toEqual([]);
});

test("a repeated select is planned once, and sees what was written since", async () => {
  const byId = () => database.select({ id: things.id }).from(things).orderBy(things.id);
  await repeated(byId);
  const sent = vi.spyOn(client, "execProtocolStream");
  await byId();
  expect(sent).toHaveBeenCalledOnce();
  sent.mockRestore();
  await database.insert(things).values(thing(3));
  expect(await byId()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("a failure has its SQLSTATE, and the next query works", async () => {
  const divide = (by: number) =>
    database.select({ result: sql<number>`10 / ${by}::int` }).from(sql`(select 1) as one`);
  await repeated(() => divide(5));
  await expect(divide(0)).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await divide(2)).toEqual([{ result: 5 }]);
});

test("a plan that no longer fits the table is replaced", async () => {
  const all = () =>
    database
      .select({ all: sql`things.*` })
      .from(things)
      .where(eq(things.id, 1));
  await repeated(all);
  await client.exec("alter table things add column more int");
  expect(await all()).toHaveLength(1);
  await client.exec("deallocate all");
  expect(await repeated(all)).toHaveLength(1);
});

test("a select outside waits for a transaction, and does not see its changes before", async () => {
  const count = () => database.select({ count: sql<number>`count(*)::int` }).from(things);
  await repeated(count);
  const seen: string[] = [];
  let outside: Promise<unknown> = Promise.resolve();
  await database.transaction(async (transaction) => {
    outside = count().then(() => seen.push("counted"));
    await transaction.insert(things).values(thing(4));
    seen.push("inserted");
  });
  await outside;
  expect(seen).toEqual(["inserted", "counted"]);
});
