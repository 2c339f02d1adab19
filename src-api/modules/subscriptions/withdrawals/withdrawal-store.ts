import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, gt, gte, inArray, isNull, or, sql } from "#api/infra/database/drizzle.ts";
import { users } from "../../accounts/module.ts";
import {
  findWithdrawnAt,
  invoices,
  withdrawals,
  type Invoice,
  type Withdrawal,
} from "../../ledger/module.ts";

export const insertWithdrawal = (tx: Database, row: Withdrawal) =>
  tx.insert(withdrawals).values(row);

export async function findWithdrawal(
  database: Database,
  id: string,
): Promise<Withdrawal | undefined> {
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.id, id));
  return row;
}

export async function findByReference(
  database: Database,
  reference: string,
): Promise<Invoice | undefined> {
  const [row] = await database
    .select()
    .from(invoices)
    .where(and(eq(invoices.withdrawalReference, reference), eq(invoices.status, "paid")));
  return row;
}

/** Returns the paid invoice of a receipt number whose buyer or account has this address (lower case). */
export async function findByAddress(
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

/** Returns whether a withdrawal from this contract has taken effect already. */
export const isWithdrawn = async (database: Database, invoiceId: string): Promise<boolean> =>
  (await findWithdrawnAt(database, [invoiceId])).has(invoiceId);

/** Records which contract a withdrawal ends. False when it has ended one already. */
export async function recordContract(
  tx: Database,
  { id }: Withdrawal,
  invoiceId: string,
): Promise<boolean> {
  const recorded = await tx
    .update(withdrawals)
    .set({ invoiceId })
    .where(and(eq(withdrawals.id, id), isNull(withdrawals.invoiceId)))
    .returning({ id: withdrawals.id });
  return recorded.length > 0;
}

/** Records which contract a declaration names whose buyer is asked for a confirmation. */
export const recordClaim = (tx: Database, { id }: Withdrawal, claimedInvoiceId: string) =>
  tx.update(withdrawals).set({ claimedInvoiceId }).where(eq(withdrawals.id, id));

const { reason, paidAt } = invoices;

/** Returns what ends with a contract, newest first: its orders, changes and renewals. */
export const findContractsOf = (
  database: Database,
  subscriptionId: string,
  { earliest, declaredAt }: { earliest: Date; declaredAt: Date },
): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.status, "paid"),
        or(
          and(inArray(reason, ["checkout", "switch"]), gte(paidAt, earliest)),
          and(eq(reason, "renewal"), gt(paidAt, declaredAt)),
        ),
      ),
    )
    .orderBy(desc(paidAt));
