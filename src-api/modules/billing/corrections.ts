import { randomUUID } from "node:crypto";
import type { Money } from "#shared/money.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
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
  type Withdrawal,
  withdrawals,
} from "./schema.ts";

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

/** Returns the withdrawals that were declared with an address. */
export const findWithdrawalsOf = (database: Database, email: string): Promise<Withdrawal[]> =>
  database.select().from(withdrawals).where(eq(withdrawals.email, email));

/** Returns when the withdrawals from contracts were declared that have taken effect, by invoice. */
export async function findWithdrawnAt(
  database: Database,
  invoiceIds: readonly string[],
): Promise<Map<string, Date>> {
  if (invoiceIds.length === 0) return new Map();
  const ended = await database
    .select({ id: withdrawals.invoiceId, at: withdrawals.createdAt })
    .from(withdrawals)
    .where(inArray(withdrawals.invoiceId, [...invoiceIds]));
  // Of changes of a contract that ended with it, only the credit notes tell.
  const undone = await database
    .select({ id: creditNotes.invoiceId, at: creditNotes.createdAt })
    .from(creditNotes)
    .where(
      and(inArray(creditNotes.invoiceId, [...invoiceIds]), eq(creditNotes.reason, "withdrawal")),
    );
  return new Map([...undone, ...ended].flatMap(({ id, at }) => (id === null ? [] : [[id, at]])));
}

const sum = sql<number>`coalesce(sum(${creditEntries.amount}), 0)::int`;

/** Returns the credit of users' accounts, one sum for each currency that an account has any in. */
export const findBalancesOf = (
  database: Database,
  userIds: string[],
): Promise<(Money & { userId: string })[]> =>
  database
    .select({ userId: creditEntries.userId, amount: sum, currency: creditEntries.currency })
    .from(creditEntries)
    .where(inArray(creditEntries.userId, userIds))
    .groupBy(creditEntries.userId, creditEntries.currency)
    .having(gt(sum, 0))
    .orderBy(asc(creditEntries.currency));

/** Returns the credit of a user's account, one sum for each currency that it has any in. */
export const findBalances = async (database: Database, userId: string): Promise<Money[]> =>
  (await findBalancesOf(database, [userId])).map(({ amount, currency }) => ({ amount, currency }));

/** Returns the credit of a user's account in a currency, in minor units: nothing else can be paid with it. */
export async function findBalance(
  database: Database,
  userId: string,
  currency: string,
): Promise<number> {
  const [row] = await database
    .select({ balance: sum })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), eq(creditEntries.currency, currency)));
  return row?.balance ?? 0;
}

type CreditChange = Omit<typeof creditEntries.$inferInsert, "id" | "createdAt">;

/** Writes a change of a user's credit, in minor units: positive when it grows. */
export const insertCredit = (tx: Database, change: CreditChange, now: Date) =>
  tx.insert(creditEntries).values({ ...change, id: randomUUID(), createdAt: now });

/** Writes what a paid invoice gives to the account's credit, or takes of it. */
export async function changeCredit(
  tx: Database,
  { id, userId, creditChange, currency }: Invoice,
  now: Date,
): Promise<void> {
  if (creditChange === 0 || userId === null) return;
  await insertCredit(tx, { userId, invoiceId: id, amount: creditChange, currency }, now);
}

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

/** Returns how much of the credit that an invoice used is back on the account, in minor units. */
export async function findReturned(
  database: Database,
  { id, credit, creditChange }: Invoice,
): Promise<number> {
  if (credit === 0) return 0;
  const [row] = await database
    .select({ given: sum })
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
export async function creditedByASwitch(
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
