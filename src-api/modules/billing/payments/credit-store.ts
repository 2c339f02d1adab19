import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import type { Invoice } from "../schema.ts";
import { creditEntries } from "./schema.ts";

/** Returns the credit of a user's account, in minor units. */
export async function findBalance(database: Database, userId: string): Promise<number> {
  const [row] = await database
    .select({ balance: sql<number>`coalesce(sum(${creditEntries.amount}), 0)::int` })
    .from(creditEntries)
    .where(eq(creditEntries.userId, userId));
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
