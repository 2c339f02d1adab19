import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createBuyer, replaceProvider } from "../../../testing/billing-requests.ts";
import { act, type Life } from "../../../testing/lives.ts";
import { pick, seededRandom } from "../../../testing/random.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { users } from "../../accounts/schema.ts";
import { importCatalogue } from "../catalogue/import-catalogue.ts";
import { membershipLine } from "../checkout/cart-lines.ts";
import { liveStatuses } from "../closed-sets.ts";
import { paidFor } from "../invoices/amounts.ts";
import { creditEntries, payments, sandboxCalls } from "../payments/schema.ts";
import { discountCodes, invoices, subscriptions, type Invoice } from "../schema.ts";
import { chargeLease } from "./collect.ts";
import { findStanding } from "../subscriptions/subscription-store.ts";
import { runRenewals } from "./run-renewals.ts";

/** Number of lives: more with LIVES, in steps of a hundred. */
const count = Number(process.env["LIVES"] ?? 100);
const hour = 60 * 60_000;
const day = 24 * hour;
const grace = 14 * day;
const rounds = 12;

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
  // Mails are not what this tests, and would take most of the time.
  vi.spyOn(it.portal.jobs, "enqueue").mockResolvedValue();
  await importCatalogue(it.portal.database, { demo: false });
  const code = { description: { en: "Less" }, kind: "percent" as const, skus: [] };
  await it.portal.database.insert(discountCodes).values([
    { ...code, code: "HALF", value: 50, periods: 3 },
    { ...code, code: "FIRSTFREE", value: 100 },
    { ...code, code: "ALWAYS", kind: "amount", value: 8950, currency: "EUR", periods: null },
  ]);
});
afterAll(() => it.close());

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What is stored about some users, read at once. */
async function readBooks(ids: string[]) {
  const { database } = it.portal;
  const own = await database.select().from(invoices).where(inArray(invoices.userId, ids));
  const invoiceIds = own.map(({ id }) => id);
  const tries = await database
    .select()
    .from(payments)
    .where(inArray(payments.invoiceId, invoiceIds));
  const keys = tries.map(({ id }) => id);
  return {
    invoices: own,
    payments: tries,
    calls: await database.select().from(sandboxCalls).where(inArray(sandboxCalls.key, keys)),
    credit: await database.select().from(creditEntries).where(inArray(creditEntries.userId, ids)),
    subscriptions: await database
      .select()
      .from(subscriptions)
      .where(inArray(subscriptions.userId, ids)),
  };
}
type Books = Awaited<ReturnType<typeof readBooks>>;

/** Each invoice adds up, and was paid with what it says or not at all. */
function expectInvoices({ invoices: all, payments: tries }: Books): void {
  for (const { id, status, total, credit, lines, taxes } of all) {
    expect(total).toBe(sum(lines.map(paidFor)) - credit);
    expect(sum(taxes.map(({ gross }) => gross.amount))).toBe(total);
    const own = tries.filter(({ invoiceId }) => invoiceId === id);
    const taken = own.filter((payment) => payment.status === "succeeded");
    expect(sum(taken.map(({ amount }) => amount))).toBe(status === "paid" ? total : 0);
    expect(taken.length).toBeLessThanOrEqual(1);
    if (status === "void" || status === "uncollectible") {
      expect(own.filter((payment) => payment.status !== "failed")).toEqual([]);
    }
  }
}

/** Paid periods follow each other without a gap or an overlap; a switch begins within the one before. */
function expectPeriods(own: readonly Invoice[]): void {
  const paid = own
    .filter(({ status }) => status === "paid")
    .toSorted((a, b) => Number(a.periodStart) - Number(b.periodStart));
  paid.forEach(({ reason, periodStart, credit, creditChange }, at) => {
    const before = paid[at - 1];
    if (!before) return expect(reason).toBe("checkout");
    if (reason === "renewal") return expect(periodStart).toEqual(before.periodEnd);
    expect(reason).toBe("switch");
    expect(Number(periodStart)).toBeLessThanOrEqual(Number(before.periodEnd));
    expect(Number(periodStart)).toBeGreaterThan(Number(before.periodStart));
    const line = membershipLine(before.lines);
    const balance = Math.max(0, -creditChange);
    expect(credit - balance).toBeLessThanOrEqual(line ? paidFor(line) : 0);
  });
}

/** Access is given exactly in paid time, and in the grace time after it unless it was cancelled. */
async function expectAccess({ id, cancelled }: Life, own: readonly Invoice[]): Promise<void> {
  const now = it.portal.now();
  const ends = own
    .filter(({ status, period }) => status === "paid" && period !== null)
    .map(({ periodEnd }) => Number(periodEnd));
  const end = Math.max(0, ...ends) + (cancelled ? 0 : grace);
  const { subscriptionOwned } = await findStanding(it.portal.database, id, now);
  expect(subscriptionOwned).toBe(now.getTime() < end);
}

async function expectSound(lives: readonly Life[]): Promise<Books> {
  const books = await readBooks(lives.map(({ id }) => id));
  expectInvoices(books);
  for (const life of lives) {
    const own = books.invoices.filter(({ userId }) => userId === life.id);
    const live = books.subscriptions.filter(
      ({ userId, status }) => userId === life.id && liveStatuses.some((one) => one === status),
    );
    expect(live.length).toBeLessThanOrEqual(1);
    const entries = books.credit.filter(({ userId }) => userId === life.id);
    expect(sum(entries.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0);
    for (const { id } of books.subscriptions) {
      expectPeriods(own.filter(({ subscriptionId }) => subscriptionId === id));
    }
    await expectAccess(life, own);
  }
  return books;
}

/** What the sandbox has taken for cards on file is what the portal has stored as taken. */
function expectSameBooks({ payments: tries, calls }: Books): void {
  const charged = tries.filter(
    ({ status, cardReference }) => status === "succeeded" && cardReference !== null,
  );
  const taken = calls.filter(({ answer }) => answer.status !== "failed");
  const settled = taken.filter(({ key }) => charged.some(({ id }) => id === key));
  expect(sum(settled.map(({ amount }) => amount))).toBe(sum(charged.map(({ amount }) => amount)));
  const lost = taken.filter(({ key, answer }) => {
    const status = tries.find(({ id }) => id === key)?.status;
    return answer.status === "succeeded" && status !== "succeeded";
  });
  expect(lost).toEqual([]);
}

const seeds = Array.from({ length: Math.ceil(count / 100) }, (_, at) => at + 1);
const livesOf = Math.min(100, count);

test.each(seeds)(
  "whatever members do, what was taken was invoiced, and access is what was paid for: lives %i",
  async (seed) => {
    const random = seededRandom(seed);
    let answersGetLost = true;
    const { current } = it.portal.payments;
    const restore = replaceProvider(it, {
      charge: async (request) => {
        const answer = await current.charge(request);
        if (answersGetLost && random() < 0.1) throw new Error("the connection broke");
        return answer;
      },
    });
    const lives = await Promise.all(
      Array.from({ length: livesOf }, async (_, at): Promise<Life> => {
        const { id } = await createBuyer(it);
        return { id, random: seededRandom(seed * 1_000 + at), cancelled: false };
      }),
    );
    for (let round = 0; round < rounds; round++) {
      answersGetLost = round < rounds - 1;
      it.advance(pick(random, [hour, day, 4 * day, 10 * day, 20 * day, 31 * day]));
      await runRenewals(it.portal).catch(() => {});
      for (const life of lives) if (life.random() < 0.6) await act(it, life);
      it.advance(chargeLease);
      await runRenewals(it.portal).catch(() => {});
      await expectSound(lives);
    }
    it.advance(chargeLease);
    await runRenewals(it.portal);
    expectSameBooks(await expectSound(lives));
    restore();
    // What is left does not have to be renewed with the next lives.
    await it.portal.database.delete(users).where(
      inArray(
        users.id,
        lives.map(({ id }) => id),
      ),
    );
  },
  120_000,
);
