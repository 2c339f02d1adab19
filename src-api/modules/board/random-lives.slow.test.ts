import { randomUUID } from "node:crypto";
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addUpFigures } from "../../infra/figures/figure-store.ts";
import { monthOf } from "../../infra/figures/periods.ts";
import { monthly, yearly } from "../../testing/billing-requests.ts";
import { act, type Life } from "../../testing/lives.ts";
import { createLives, createLivesPortal } from "../../testing/lives-portal.ts";
import { pick, seededRandom } from "../../testing/random.ts";
import type { TestPortal } from "../../testing/test-portal.ts";
import { users } from "../accounts/schema.ts";
import {
  billingFigures,
  findBooked,
  isPastDue,
  membershipInForce,
  subscriptions,
} from "../billing/module.ts";
import { runRefunds } from "../billing/refunds/run-refunds.ts";
import { runRenewals } from "../billing/renewals/run-renewals.ts";
import { invoices } from "../billing/schema.ts";
import { insertMessage } from "../contact/contact-store.ts";
import { contactMessages } from "../contact/schema.ts";
import { countUnanswered } from "../contact/module.ts";

/** Number of lives; more with LIVES. */
const lives = Math.min(100, Number(process.env["LIVES"] ?? 30));
const rounds = 16;
const day = 24 * 60 * 60_000;

let portal: TestPortal;
beforeAll(async () => void (portal = await createLivesPortal()));
afterAll(() => portal.close());

/** The months in which memberships began and ended, as seen from outside. A late payment may revive one. */
const seen = { joined: new Map<string, string>(), left: new Map<string, string>() };
let begun = new Set<string>();

const countIn = (months: Map<string, string>, month: string) =>
  months
    .values()
    .filter((each) => each === month)
    .toArray().length;

/** Compares the memberships with those before; call after everything that may begin or end one. */
async function watch(): Promise<void> {
  const rows = await portal.portal.database
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.status, ["active", "past_due"]));
  const now = new Set(rows.map(({ id }) => id));
  const month = monthOf(portal.portal.now());
  for (const { id, startedAt } of rows) {
    // It begins when it was paid, which the provider may report later.
    if (!begun.has(id) && !seen.left.delete(id)) seen.joined.set(id, monthOf(startedAt));
  }
  for (const id of begun.difference(now)) seen.left.set(id, month);
  begun = now;
  // As the job does every minute.
  await addUpFigures(portal.portal.database, portal.portal.now());
}

async function countOf(condition: ReturnType<typeof and>) {
  const [row] = await portal.portal.database
    .select({ rows: count() })
    .from(subscriptions)
    .where(condition);
  return row?.rows ?? 0;
}

/** Returns the figures counted anew, from everything that is stored. */
async function recount() {
  const { database, now } = portal.portal;
  const month = monthOf(now());
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  let revenue = 0;
  for (const { kind, total } of await findBooked(database, { from, until })) {
    revenue += { receipt: 1, "credit-note": -1, "void-credit-note": 0 }[kind] * total.amount;
  }
  const declined = await database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.status, "declined"),
        eq(invoices.reason, "renewal"),
        isNull(invoices.nextTryAt),
      ),
    );
  return {
    members: await countOf(membershipInForce(now())),
    pastDue: await countOf(isPastDue),
    joined: countIn(seen.joined, month),
    left: countIn(seen.left, month),
    revenue,
    failedPayments: declined.length,
    unanswered: (
      await database.select().from(contactMessages).where(isNull(contactMessages.answeredAt))
    ).length,
  };
}

async function figures() {
  const { database, now } = portal.portal;
  const { revenue, ...billing } = await billingFigures(database, now());
  return {
    ...billing,
    revenue: revenue.reduce((sum, { amount }) => sum + amount, 0),
    unanswered: await countUnanswered(database, now()),
  };
}

/** Writes to the owner, or answers all messages. */
async function correspond(random: () => number): Promise<void> {
  const { database, now } = portal.portal;
  const text = { name: "Ada", email: "ada@example.com", subject: "?", message: "?" };
  const sent = { language: "en", isProven: false, id: randomUUID(), createdAt: now() } as const;
  const message = { ...text, ...sent };
  if (random() < 0.7) await insertMessage(database, message);
  else await database.update(contactMessages).set({ answeredAt: now() });
}

async function deleteAccount({ id }: Life): Promise<void> {
  await portal.portal.database.delete(users).where(eq(users.id, id));
}

test("whatever members do, the board shows what counting everything anew gives", async () => {
  const random = seededRandom(38);
  let living = await createLives(portal, {
    count: lives,
    seed: 38,
    plans: [monthly, monthly, yearly],
  });
  const highest = { members: 0, pastDue: 0, left: 0, failedPayments: 0 };
  for (let round = 0; round < rounds; round++) {
    portal.advance(pick(random, [day, 4 * day, 9 * day, 13 * day, 20 * day]));
    expect(await figures()).toEqual(await recount());
    await runRenewals(portal.portal).catch(() => {});
    await watch();
    for (const life of living) {
      if (life.random() < 0.7) await act(portal, life);
      await watch();
    }
    await correspond(random);
    await portal.runDueJobs();
    await runRefunds(portal.portal).catch(() => {});
    await watch();
    if (round % 4 === 3) {
      const [leaving, ...staying] = living;
      if (leaving) await deleteAccount(leaving);
      living = staying;
      await watch();
    }
    const now = await figures();
    expect(now).toEqual(await recount());
    for (const name of ["members", "pastDue", "left", "failedPayments"] as const) {
      highest[name] = Math.max(highest[name], now[name]);
    }
  }
  // The walk has been everywhere.
  for (const [name, most] of Object.entries(highest)) expect(most, name).toBeGreaterThan(0);

  // Every way to end says when.
  const over = await portal.portal.database
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.status, "ended"));
  expect(over.map(({ id, endedAt }) => [id, endedAt && monthOf(endedAt)])).toEqual(
    over.map(({ id }) => [id, seen.left.get(id)]),
  );

  const before = await figures();
  await portal.portal.database.execute(sql`select count_figures_again()`);
  const { joined: _, left: __, ...counted } = before;
  expect(await figures()).toMatchObject(counted);
}, 240_000);
