import { randomUUID } from "node:crypto";
import type { Money } from "#shared/money.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notInArray,
  sql,
} from "#api/infra/database/drizzle.ts";
import {
  creditEntries,
  type CreditNote,
  creditNotes,
  type Invoice,
  invoices,
  type RefundedPart,
} from "./schema.ts";
import { allocate, type Line, paidFor } from "./prices.ts";
import type { TransactionPortal } from "#api/portal.ts";
import { isOrphanedPayment, runsUntil } from "./invoices.ts";

/** Returns the credit notes of invoices, oldest first, without those whose refund was refused. */
export async function findCreditNotes(
  database: Database,
  invoiceIds: string[],
): Promise<CreditNote[]> {
  if (invoiceIds.length === 0) return [];
  return database
    .select()
    .from(creditNotes)
    .where(and(inArray(creditNotes.invoiceId, invoiceIds), ne(creditNotes.status, "failed")))
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.number));
}

export async function findCreditNote(
  database: Database,
  id: string,
): Promise<CreditNote | undefined> {
  const [row] = await database.select().from(creditNotes).where(eq(creditNotes.id, id));
  return row;
}

export const updateCreditNote = (
  tx: Database,
  id: string,
  changes: Partial<Pick<CreditNote, "status" | "providerReference" | "nextTryAt">>,
) => tx.update(creditNotes).set(changes).where(eq(creditNotes.id, id));

const creditSum = sql<number>`coalesce(sum(${creditEntries.amount}), 0)::int`;

/** Returns the credit of users' accounts, one sum for each currency that an account has any in. */
export const findBalancesOf = (
  database: Database,
  userIds: string[],
): Promise<(Money & { userId: string })[]> =>
  database
    .select({ userId: creditEntries.userId, amount: creditSum, currency: creditEntries.currency })
    .from(creditEntries)
    .where(inArray(creditEntries.userId, userIds))
    .groupBy(creditEntries.userId, creditEntries.currency)
    .having(gt(creditSum, 0))
    .orderBy(asc(creditEntries.currency));

/** Returns the credit of a user's account in a currency, in minor units: nothing else can be paid with it. */
export async function findBalance(
  database: Database,
  userId: string,
  currency: string,
): Promise<number> {
  const [row] = await database
    .select({ balance: creditSum })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), eq(creditEntries.currency, currency)));
  return row?.balance ?? 0;
}

type CreditChange = Omit<typeof creditEntries.$inferInsert, "id" | "createdAt">;

/** Writes a change of a user's credit, in minor units: positive when it grows. */
export const insertCredit = (tx: Database, change: CreditChange, now: Date) =>
  tx.insert(creditEntries).values({ ...change, id: randomUUID(), createdAt: now });

/** Gives credit that an invoice had used back to the account, in minor units. */
export async function returnCredit(
  tx: Database,
  { id, userId, currency }: Invoice,
  amount: number,
  now: Date,
): Promise<void> {
  if (amount <= 0 || userId === null) return;
  await insertCredit(tx, { userId, invoiceId: id, amount, currency }, now);
}

/**
 * Takes credit off the account of which the same money was paid out at the provider, as far as it is still there. Returns how
 * much, in minor units.
 */
export async function deductCredit(
  portal: TransactionPortal,
  tx: Database,
  { userId }: Pick<Invoice, "userId">,
  { id: creditNoteId, invoiceId, currency }: CreditNote,
  excess: number,
): Promise<number> {
  if (userId === null || excess <= 0) return 0;
  const taken = Math.min(excess, await findBalance(tx, userId, currency));
  if (taken <= 0) return 0;
  const entry = { userId, invoiceId, creditNoteId, amount: -taken, currency };
  await insertCredit(tx, entry, portal.now());
  return taken;
}

/** Makes a credit note void whose money was not moved after all, and gives back the credit that it had taken. */
export async function voidCreditNote(
  portal: TransactionPortal,
  tx: Database,
  note: CreditNote,
): Promise<void> {
  const { id: creditNoteId, invoiceId, currency } = note;
  await updateCreditNote(tx, creditNoteId, { status: "failed", nextTryAt: null });
  const taken = await tx
    .select({
      userId: creditEntries.userId,
      amount: sql<number>`-sum(${creditEntries.amount})::int`,
    })
    .from(creditEntries)
    .where(eq(creditEntries.creditNoteId, creditNoteId))
    .groupBy(creditEntries.userId);
  for (const { userId, amount } of taken) {
    if (amount === 0) continue; // a loss that was won before
    await insertCredit(tx, { userId, invoiceId, creditNoteId, amount, currency }, portal.now());
  }
}

/** Makes a void credit note valid again, whose money was moved after all, and takes the credit again that it had taken. */
export async function restoreCreditNote(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
  note: CreditNote,
): Promise<void> {
  await updateCreditNote(tx, note.id, { status: "succeeded" });
  if (note.status !== "failed") return;
  const [returned] = await tx
    .select({ amount: creditEntries.amount })
    .from(creditEntries)
    .where(and(eq(creditEntries.creditNoteId, note.id), gt(creditEntries.amount, 0)))
    .orderBy(desc(creditEntries.createdAt))
    .limit(1);
  await deductCredit(portal, tx, invoice, note, returned?.amount ?? 0);
}

/** Returns how much of the credit that an invoice used is back on the account, in minor units. */
async function findReturned(
  database: Database,
  { id, credit, creditChange }: Invoice,
): Promise<number> {
  if (credit === 0) return 0;
  const [row] = await database
    .select({ given: creditSum })
    .from(creditEntries)
    .where(
      and(
        eq(creditEntries.invoiceId, id),
        isNull(creditEntries.creditNoteId),
        gt(creditEntries.amount, 0),
      ),
    );
  return Math.max(0, (row?.given ?? 0) - Math.max(0, creditChange));
}

/**
 * Returns how much of an invoice became credit when its period was changed before it was over at `until`, in minor
 * units: that part was used up, and cannot be paid back as well. Changes that are undone together with the
 * invoice do not count.
 */
async function creditedByASwitch(
  tx: Database,
  { id, subscriptionId, periodStart }: Invoice,
  { until, undone }: { until: Date | null; undone: readonly string[] },
): Promise<number> {
  if (!subscriptionId || !periodStart || !until) return 0;
  const [row] = await tx
    .select({
      // What was used of the credit, and what was left over of it: see `chargeOf`.
      unused: sql<number>`coalesce(sum(${invoices.credit} + ${invoices.creditChange}), 0)::int`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "switch"),
        eq(invoices.status, "paid"),
        ne(invoices.id, id),
        gte(invoices.periodStart, periodStart),
        lt(invoices.periodStart, until),
        notInArray(invoices.id, [...undone]),
      ),
    );
  return row?.unused ?? 0;
}

/** What was really paid for a line of an invoice, and what is left of it; minor units. */
export type PaidLine = Pick<Line, "sku" | "kind"> & {
  /** Charged for it, after its shares of discount and credit. */
  charged: number;
  /** What of that can still be paid back. */
  refundable: number;
  /** What it cost after its discount, by charge and by credit, less all that was given back in either way. */
  netCost: number;
};

/** Divides a refund among lines: extras come first, the membership last. */
export function divideRefund(lines: readonly PaidLine[], amount: number): RefundedPart[] {
  const extrasFirst = lines.toSorted(
    (a, b) => Number(a.kind === "membership") - Number(b.kind === "membership"),
  );
  let rest = amount;
  return extrasFirst.flatMap(({ sku, refundable }) => {
    const part = Math.min(rest, refundable);
    rest -= part;
    return part > 0 ? [{ sku, amount: part }] : [];
  });
}

/** Takes a credit note off the lines that it names. */
function lessNote(lines: PaidLine[], { lines: parts }: Pick<CreditNote, "lines">): PaidLine[] {
  return lines.map((line) => {
    const part = parts.find(({ sku }) => sku === line.sku)?.amount ?? 0;
    return { ...line, refundable: line.refundable - part, netCost: line.netCost - part };
  });
}

/** Returns the lines of an invoice as they are paid, before anything is given back. A charge that pays for nothing takes no credit. */
export function chargedLines(invoice: Invoice): PaidLine[] {
  const { lines, credit } = invoice;
  const costs = lines.map(paidFor);
  const credits = allocate(credit, costs);
  return lines.map(({ sku, kind }, index) => {
    const cost = costs[index] ?? 0;
    const charged = cost - (credits[index] ?? 0);
    return {
      sku,
      kind,
      charged,
      refundable: charged,
      netCost: isOrphanedPayment(invoice) ? charged : cost,
    };
  });
}

/** Returns the lines of an invoice with what was charged for them and not paid back, whatever else has become of it. */
export const findUnrefundedLines = async (
  database: Database,
  invoice: Invoice,
): Promise<PaidLine[]> =>
  (await findCreditNotes(database, [invoice.id])).reduce(lessNote, chargedLines(invoice));

/**
 * Returns the amount really paid for each line of an invoice, and the rest of it after credit notes, returned
 * credit and changes of the period: the one source for refunds, ends, switches and withdrawals. Empty for an
 * invoice that is not paid.
 *
 * @param undone changes of the period that are undone together with the invoice
 */
export async function findPaidLines(
  database: Database,
  invoice: Invoice,
  undone: readonly string[] = [],
): Promise<PaidLine[]> {
  if (invoice.status !== "paid") return [];
  const lines = await findUnrefundedLines(database, invoice);
  const until = runsUntil(invoice);
  const credited = await creditedByASwitch(database, invoice, { until, undone });
  const returned = await findReturned(database, invoice);
  return lines.map((line) => {
    if (line.kind !== "membership") return line;
    const refundable = Math.max(0, line.refundable - credited);
    return {
      ...line,
      refundable,
      netCost: Math.max(refundable, line.netCost - credited - returned),
    };
  });
}

export const paidMembership = (lines: readonly PaidLine[]): PaidLine | undefined =>
  lines.find(({ kind }) => kind === "membership");

/** Returns the refundable sum of lines, in minor units. */
export const remainingOf = (lines: readonly PaidLine[]): number =>
  lines.reduce((total, { refundable }) => total + refundable, 0);
