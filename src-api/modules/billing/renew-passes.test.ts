import { NoopLogger } from "drizzle-orm/logger";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#api/infra/database/connect.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { recordStatements } from "#api/testing/count-statements.ts";
import { insertManyMembers } from "#api/testing/many-members.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { importCatalogue } from "./catalogue.ts";
import { findBooked } from "./books.ts";
import { reconcile } from "./reconcile.ts";
import { runRefunds } from "./refund.ts";
import { runReminders } from "./remind.ts";
import { runRenewals } from "./renew.ts";

const members = 1_000;
/** In one pass, of 1,000 subscriptions and 6,000 invoices, beside those that it returns. */
const maxRowsRead = 100;

let testPortal: TestPortal;
let firstReminders: number;
beforeAll(async () => {
  testPortal = await createTestPortal();
  const { database, now } = testPortal.portal;
  await insertManyMembers(database, { members, months: 6, now: now() });
  // More of what a pass would have to walk through without an index.
  await database.execute(sql`
    insert into payments (id, invoice_id, provider, provider_reference, amount, currency, status, created_at)
    select gen_random_uuid(), id, 'sandbox', id::text, total, currency, 'succeeded', paid_at from invoices`);
  await database.execute(sql`
    insert into credit_notes (id, invoice_id, number, amount, currency, lines, taxes, reason, note, status, created_at)
    select gen_random_uuid(), id, 'more ' || id, 100, currency, '[]', '[]', 'refund', '', 'succeeded', paid_at from invoices limit 1000`);
  await database.execute(sql`analyze payments, credit_notes`);
  await importCatalogue(testPortal.portal, { demo: false });
  const logged = vi.spyOn(NoopLogger.prototype, "logQuery"); // those of transactions, too
  await runReminders(testPortal.portal); // considers those whose renewal is near
  firstReminders = logged.mock.calls.length;
  logged.mockRestore();
  // As the database does by itself after so many changes.
  await database.execute(sql`analyze subscriptions`);
}, 120_000);
afterAll(() => testPortal.close());

type Plan = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

/** Returns how many rows of tables a plan looked at. */
function rowsRead(plan: Plan): number {
  const { "Actual Rows": kept, "Actual Loops": loops, Plans: parts = [] } = plan;
  const removed =
    (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
  const own = plan["Relation Name"] ? (kept + removed) * loops : 0;
  return parts.reduce((sum, part) => sum + rowsRead(part), own);
}

/** Runs a statement again and explains it; what it changes is taken back. Returns the rows that it returned and read. */
async function explain(database: Database, { text, params }: { text: string; params: unknown[] }) {
  const parts = text.split(/\$(\d+)/).map((part, at) => {
    return at % 2 === 0 ? sql.raw(part) : sql`${params[Number(part) - 1]}`;
  });
  let plan: Plan | undefined;
  await database
    .transaction(async (tx) => {
      // With so few rows reading a whole table may be cheapest.
      await tx.execute(sql`set local enable_seqscan = off`);
      const explained = await tx.execute(
        sql`explain (analyze, costs off, timing off, format json) ${sql.join(parts)}`,
      );
      const { rows } = explained as { rows: { "QUERY PLAN": { Plan: Plan }[] }[] }; // as asked for
      plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      tx.rollback();
    })
    .catch(() => {}); // the rollback
  if (!plan) throw new Error(`There is no plan of: ${text}`);
  return { returned: plan["Actual Rows"], read: rowsRead(plan) };
}

test("the first pass of reminders sends a few statements for each 200 members, not for each of them", async () => {
  const { rows } = (await testPortal.portal.database.execute(
    sql`select count(*)::int as count from subscriptions where considered_of is not null`,
  )) as { rows: { count: number }[] }; // the result of both drivers
  expect(rows[0]?.count).toBeGreaterThan(members / 4);
  expect(firstReminders).toBeLessThan(members / 10);
});

const passes: [string, (test: TestPortal) => Promise<unknown>][] = [
  ["renewals", ({ portal }) => runRenewals(portal)],
  ["reminders", ({ portal }) => runReminders(portal)],
  ["reconciliation", ({ portal }) => reconcile(portal)],
  ["refunds", ({ portal }) => runRefunds(portal)],
  [
    "the export of a month",
    ({ portal: { database } }) => {
      const from = new Date("2024-01-01T00:00:00Z"); // before everything
      return findBooked(database, { from, until: new Date("2024-02-01T00:00:00Z") });
    },
  ],
];

test.each(passes)("a pass of %s reads what is due, not whole tables", async (_, run) => {
  const recorded = recordStatements(testPortal.portal);
  await run(testPortal);
  recorded.stop();
  expect(recorded.statements.length).toBeGreaterThan(0);
  for (const statement of recorded.statements) {
    if (!/^(select|update|delete)/i.test(statement.text.trim())) continue;
    const { returned, read } = await explain(testPortal.portal.database, statement);
    expect([statement.text, returned < members / 10, read < maxRowsRead]).toEqual([
      statement.text,
      true,
      true,
    ]);
  }
});
