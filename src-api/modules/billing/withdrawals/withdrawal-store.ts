import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { users } from "../../accounts/schema.ts";
import { withdrawals } from "../payments/schema.ts";
import { invoices, type Invoice } from "../schema.ts";

export type Withdrawal = typeof withdrawals.$inferSelect;

export const insertWithdrawal = (tx: Database, row: Withdrawal) =>
  tx.insert(withdrawals).values(row);

/** Returns a declared withdrawal. */
export async function findWithdrawal(
  database: Database,
  id: string,
): Promise<Withdrawal | undefined> {
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.id, id));
  return row;
}

/** Returns the withdrawals that were declared with an address. */
export const findWithdrawalsOf = (database: Database, email: string): Promise<Withdrawal[]> =>
  database.select().from(withdrawals).where(eq(withdrawals.email, email));

/**
 * Returns the paid invoice of a receipt number whose buyer, or whose account, has this address. The address
 * is in lower case.
 */
export async function findContract(
  database: Database,
  { receiptNumber, email }: { receiptNumber: string; email: string },
): Promise<Invoice | undefined> {
  const [row] = await database
    .select({ invoice: invoices })
    .from(invoices)
    .leftJoin(users, eq(users.id, invoices.userId))
    .where(
      and(
        eq(invoices.receiptNumber, receiptNumber),
        eq(invoices.status, "paid"),
        sql`${email} in (lower(${invoices.buyerEmail}), lower(${users.email}), lower(${users.unprovenEmail}))`,
      ),
    );
  return row?.invoice;
}

/** Returns whether a withdrawal from this contract was recorded already. */
export async function isWithdrawn(database: Database, invoiceId: string): Promise<boolean> {
  const rows = await database
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(eq(withdrawals.invoiceId, invoiceId));
  return rows.length > 0;
}

/** Records which contract a withdrawal ends. False when the contract was withdrawn from before. */
export async function recordContract(
  tx: Database,
  { id }: Withdrawal,
  invoiceId: string,
): Promise<boolean> {
  if (await isWithdrawn(tx, invoiceId)) return false;
  const recorded = await tx
    .update(withdrawals)
    .set({ invoiceId })
    .where(and(eq(withdrawals.id, id), isNull(withdrawals.invoiceId)))
    .returning({ id: withdrawals.id });
  return recorded.length > 0;
}

/** Returns the orders and switches of a subscription that were paid after a time, newest first. */
export const findContractsOf = (
  database: Database,
  subscriptionId: string,
  paidAfter: Date,
): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.status, "paid"),
        inArray(invoices.reason, ["checkout", "switch"]),
        gt(invoices.paidAt, paidAfter),
      ),
    )
    .orderBy(desc(invoices.paidAt));
