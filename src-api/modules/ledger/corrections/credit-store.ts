import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Money } from "#shared/money.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Invoice } from "../schema.ts";
import { creditEntries } from "./schema.ts";

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

type CreditChange = Omit<typeof creditEntries.$inferSelect, "id" | "createdAt">;

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
    .where(and(eq(creditEntries.invoiceId, id), gt(creditEntries.amount, 0)));
  return Math.max(0, (row?.given ?? 0) - Math.max(0, creditChange));
}
