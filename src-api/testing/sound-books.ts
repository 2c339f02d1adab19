import { expect } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { inArray } from "#api/infra/database/drizzle.ts";
import { membershipLine, paidFor } from "#api/modules/billing/prices.ts";
import { beginsAtOnce, isOrphanedPayment, runsUntil } from "#api/modules/billing/invoices.ts";
import {
  creditEntries,
  creditNotes,
  deliveries,
  type Invoice,
  invoices,
  payments,
  sandboxCalls,
  withdrawals,
} from "#api/modules/billing/schema.ts";
import { type Subscription, subscriptions } from "#api/modules/membership/schema.ts";
import { isInForce } from "#api/modules/membership/membership.ts";
import type { Portal } from "#api/portal.ts";
import type { Life } from "./lives.ts";
import { expectChargedOnce } from "./lives-of-members-from-elsewhere.ts";

/*
 * What has to hold of the money of members at any time, whatever they did.
 */

const grace = 14 * dayMs;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What is stored about some lives, of accounts that were deleted too, read at once. */
async function readBooks({ database }: Portal, lives: readonly Life[]) {
  const ids = lives.map(({ id }) => id);
  const emails = lives.map(({ email }) => email);
  const own = await database.select().from(invoices).where(inArray(invoices.buyerEmail, emails));
  const invoiceIds = own.map(({ id }) => id);
  const tries = await database
    .select()
    .from(payments)
    .where(inArray(payments.invoiceId, invoiceIds));
  const notes = await database
    .select()
    .from(creditNotes)
    .where(inArray(creditNotes.invoiceId, invoiceIds));
  const keys = [...tries, ...notes].map(({ id }) => id);
  return {
    invoices: own,
    payments: tries,
    creditNotes: notes,
    deliveries: await database
      .select()
      .from(deliveries)
      .where(inArray(deliveries.invoiceId, invoiceIds)),
    withdrawals: await database
      .select()
      .from(withdrawals)
      .where(inArray(withdrawals.invoiceId, invoiceIds)),
    calls: await database.select().from(sandboxCalls).where(inArray(sandboxCalls.key, keys)),
    credit: await database.select().from(creditEntries).where(inArray(creditEntries.userId, ids)),
    subscriptions: await database
      .select()
      .from(subscriptions)
      .where(inArray(subscriptions.userId, ids)),
  };
}

type Books = Awaited<ReturnType<typeof readBooks>>;

/** Returns what was paid back of an invoice, or is on its way. */
const paidBack = (
  { creditNotes: notes }: Pick<Books, "creditNotes">,
  { id }: Pick<Invoice, "id">,
) => sum(notes.filter(({ invoiceId }) => invoiceId === id).map(({ amount }) => amount));

/** Returns the taxes of documents, in minor units. */
const taxOf = (documents: readonly Pick<Invoice, "taxes">[]) =>
  sum(documents.flatMap(({ taxes }) => taxes.map(({ tax }) => tax.amount)));

/** The credit notes of an invoice that was wholly paid back contain its taxes, however many there are. */
function expectSameTaxes({ creditNotes: notes }: Books, invoice: Invoice): void {
  const own = notes.filter(({ invoiceId }) => invoiceId === invoice.id);
  if (sum(own.map(({ amount }) => amount)) !== invoice.total) return;
  expect(taxOf(own)).toBe(taxOf([invoice]));
}

/** Returns whether what was paid with an invoice began no time of a membership and no delivery. */
const givesNothing = ({ deliveries: given }: Books, { id, periodStart }: Invoice): boolean =>
  periodStart === null && !given.some(({ invoiceId }) => invoiceId === id);

/** Each invoice adds up, was paid with what it says or not at all, and was not paid back twice. */
function expectInvoices(books: Books): void {
  const { invoices: all, payments: tries } = books;
  for (const invoice of all) {
    const { id, status, total, credit, lines, taxes } = invoice;
    expect(paidBack(books, invoice)).toBeLessThanOrEqual(status === "paid" ? total : 0);
    if (status === "paid" && givesNothing(books, invoice)) {
      expect(paidBack(books, invoice)).toBe(total);
    }
    if (status === "paid") expectSameTaxes(books, invoice);
    expect(total).toBe(sum(lines.map(paidFor)) - credit);
    expect(sum(taxes.map(({ gross }) => gross.amount))).toBe(total);
    const own = tries.filter(({ invoiceId }) => invoiceId === id);
    const succeeded = own.filter((payment) => payment.status === "succeeded");
    expect(sum(succeeded.map(({ amount }) => amount))).toBe(status === "paid" ? total : 0);
    expect(succeeded.length).toBeLessThanOrEqual(1);
    if (status === "void" || status === "uncollectible") {
      expect(own.filter((payment) => payment.status !== "failed")).toEqual([]);
    }
  }
}

/** Returns the invoices that have paid periods, the earliest period first. */
const paidPeriods = (own: readonly Invoice[]): Invoice[] =>
  own
    .filter((invoice) => invoice.status === "paid" && !isOrphanedPayment(invoice))
    .toSorted((a, b) => Number(a.periodStart) - Number(b.periodStart));

/** Paid periods follow each other without a gap or an overlap, also the first one here that of a former site; a switch begins within the one before. */
function expectPeriods(own: readonly Invoice[], isFromElsewhere: boolean): void {
  const paid = paidPeriods(own);
  paid.forEach(({ reason, periodStart, credit, creditChange }, at) => {
    const before = paid[at - 1];
    if (!before) return expect(reason).toBe(isFromElsewhere ? "renewal" : "checkout");
    if (reason === "renewal") return expect(periodStart).toEqual(runsUntil(before));
    expect(reason).toBe("switch");
    expect(Number(periodStart)).toBeLessThanOrEqual(Number(runsUntil(before)));
    expect(Number(periodStart)).toBeGreaterThan(Number(before.periodStart));
    const line = membershipLine(before.lines);
    const balance = Math.max(0, -creditChange);
    expect(credit - balance).toBeLessThanOrEqual(line ? paidFor(line) : 0);
  });
}

/** Returns whether all that was charged for an invoice's membership was paid back. */
function isMembershipBack({ creditNotes: notes }: Books, invoice: Invoice): boolean {
  const line = membershipLine(invoice.lines);
  const parts = notes
    .filter(({ invoiceId }) => invoiceId === invoice.id)
    .flatMap(({ lines }) => lines.filter(({ sku }) => sku === line?.sku));
  const charged = line ? paidFor(line) - invoice.credit : 0;
  return charged > 0 && sum(parts.map(({ amount }) => amount)) === charged;
}

/** Returns whether the present period of a subscription was withdrawn from or wholly paid back. */
function isRevoked({ revoked }: Life, books: Books, paid: readonly Invoice[]): boolean {
  const last = paid.toSorted((a, b) => Number(runsUntil(a)) - Number(runsUntil(b))).at(-1);
  if (!last) return false;
  const isWithdrawn = paid.some(({ id }) => books.withdrawals.some((row) => row.invoiceId === id));
  const isPaidBack =
    (last.total > 0 && paidBack(books, last) === last.total) || isMembershipBack(books, last);
  return isWithdrawn || isPaidBack || revoked.has(last.subscriptionId ?? "");
}

/** Returns the invoices whose debit the bank has not decided, which give access until it fails. */
const underWay = ({ payments: tries }: Books, own: readonly Invoice[]) =>
  own.filter(
    ({ id, status, reason }) =>
      status === "pending" &&
      reason !== "switch" &&
      tries.some((one) => one.invoiceId === id && one.status === "processing" && beginsAtOnce(one)),
  );

/**
 * Access is given exactly in paid time, in time whose debit is under way, and in the grace time after these unless it was cancelled; not any more
 * once that time was paid back.
 */
function expectAccess(
  life: Life,
  books: Books,
  subscribed: readonly Subscription[],
  now: Date,
): void {
  const ends = subscribed.map(({ id }) => {
    const paid = books.invoices.filter(
      (invoice) =>
        invoice.subscriptionId === id && invoice.status === "paid" && !isOrphanedPayment(invoice),
    );
    const begun = underWay(
      books,
      books.invoices.filter(({ subscriptionId }) => subscriptionId === id),
    );
    // Also while the debit of the next period is under way.
    if (life.revoked.has(id) || isRevoked(life, books, paid)) return 0;
    const elsewhere = life.former?.subscriptionId === id ? life.former.until : 0;
    const given = [...paid, ...begun].map((invoice) => Number(runsUntil(invoice)));
    const end = Math.max(elsewhere, ...given);
    return end + (life.cancelled.has(id) ? 0 : grace);
  });
  const inForce = subscribed.some((subscription) => isInForce(subscription, now));
  expect(inForce).toBe(now.getTime() < Math.max(life.grantedUntil, ...ends));
}

/** What is on the account as credit of a currency was really paid in it, and was not paid back as well. */
function expectCredit(
  books: Books,
  all: readonly Invoice[],
  { userId, currency }: { userId: string; currency: string },
): void {
  const own = all.filter((invoice) => invoice.currency === currency);
  const ids = new Set(own.map(({ id }) => id));
  const entries = books.credit.filter(
    (entry) => entry.userId === userId && entry.currency === currency,
  );
  const balance = sum(entries.map(({ amount }) => amount));
  const collected = books.payments.filter(
    ({ invoiceId, status }) => ids.has(invoiceId) && status === "succeeded",
  );
  const kept =
    sum(collected.map(({ amount }) => amount)) -
    sum(own.map((invoice) => paidBack(books, invoice)));
  expect(balance).toBeGreaterThanOrEqual(0);
  expect(balance).toBeLessThanOrEqual(kept);
}

/** Checks all that is stored about some lives. Returns it. */
export async function expectSound(portal: Portal, lives: readonly Life[]): Promise<Books> {
  const books = await readBooks(portal, lives);
  expectInvoices(books);
  for (const life of lives) {
    const own = books.invoices.filter(({ userId }) => userId === life.id);
    const subscribed = books.subscriptions.filter(({ userId }) => userId === life.id);
    const live = subscribed.filter(({ status }) => status !== "ended");
    expect(live.length).toBeLessThanOrEqual(1);
    const currencies = new Set([...own, ...books.credit].map(({ currency }) => currency));
    for (const currency of currencies) expectCredit(books, own, { userId: life.id, currency });
    for (const subscription of subscribed) {
      const { id, status, endedAt, importedAt } = subscription;
      expect(endedAt !== null).toBe(status === "ended");
      const invoiced = own.filter(({ subscriptionId }) => subscriptionId === id);
      expectPeriods(invoiced, importedAt !== null);
      if (life.former?.subscriptionId === id) {
        expectChargedOnce(life.former, subscription, invoiced, portal.now());
      }
    }
    expectAccess(life, books, subscribed, portal.now());
  }
  return books;
}

/**
 * What the sandbox has taken for cards on file is what the portal has stored as taken, and what it has paid
 * back is what the credit notes say.
 */
export function expectSameBooks({ payments: tries, creditNotes: notes, ...books }: Books): void {
  const calls = books.calls.filter(({ amount }) => amount > 0);
  const returned = books.calls.filter(({ amount }) => amount < 0);
  expect(sum([...returned, ...notes].map(({ amount }) => amount))).toBe(0);
  expect(notes.filter(({ status }) => status !== "succeeded")).toEqual([]);
  const charged = tries.filter(
    ({ status, cardReference }) => status === "succeeded" && cardReference !== null,
  );
  const collected = calls.filter(({ answer }) => answer.status !== "failed");
  const settled = collected.filter(({ key }) => charged.some(({ id }) => id === key));
  expect(sum(settled.map(({ amount }) => amount))).toBe(sum(charged.map(({ amount }) => amount)));
  const lost = collected.filter(({ key, answer }) => {
    const status = tries.find(({ id }) => id === key)?.status;
    return answer.status === "succeeded" && status !== "succeeded";
  });
  expect(lost).toEqual([]);
}
