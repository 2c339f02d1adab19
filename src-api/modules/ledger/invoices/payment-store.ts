import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  sql,
} from "#api/infra/database/drizzle.ts";
import { invoices, livePaymentStatuses, payments, type Payment } from "../schema.ts";

/** Inserts a payment. False when the invoice has a live one: the unique index decides. */
export async function insertPayment(tx: Database, row: Payment): Promise<boolean> {
  const inserted = await tx
    .insert(payments)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: payments.id });
  return inserted.length > 0;
}

export const updatePayment = (
  tx: Database,
  id: string,
  changes: Partial<Pick<Payment, "status" | "failure" | "providerReference" | "settlesAt">>,
) => tx.update(payments).set(changes).where(eq(payments.id, id));

/** Returns the payment of an invoice that succeeded, is under way, or waits for its buyer. */
export async function findLivePayment(
  database: Database,
  invoiceId: string,
): Promise<Payment | undefined> {
  const [row] = await database
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), inArray(payments.status, livePaymentStatuses)));
  return row;
}

export async function findPayment(database: Database, id: string): Promise<Payment | undefined> {
  const [row] = await database.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function findPaymentByReference(
  database: Database,
  { provider, reference }: { provider: string; reference: string },
): Promise<Payment | undefined> {
  const [row] = await database
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerReference, reference)));
  return row;
}

/** SQL condition, without parameters, as in the index `payments_processing`. */
const isProcessing = sql`${payments.status} = 'processing'`;

/** Returns payments that have been processing since `until` or longer, with no known time to settle. */
export const findUndecided = (database: Database, until: Date): Promise<Payment[]> =>
  database
    .select()
    .from(payments)
    .where(
      and(
        isProcessing,
        isNotNull(payments.providerReference),
        isNull(payments.settlesAt),
        lte(payments.createdAt, until),
      ),
    );

/** Returns the latest try to collect an invoice. */
export async function findLastPayment(
  database: Database,
  invoiceId: string,
): Promise<Payment | undefined> {
  const [row] = await database
    .select()
    .from(payments)
    .where(eq(payments.invoiceId, invoiceId))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return row;
}

/** A payment that the provider has settled by now. */
export type DuePayment = Pick<Payment, "id" | "invoiceId"> & { settlesAt: Date };

/** Returns payments whose time to settle has come: a user's, or anybody's. */
export const findDuePayments = (
  database: Database,
  now: Date,
  userId?: string,
): Promise<DuePayment[]> =>
  database
    .select({
      id: payments.id,
      invoiceId: payments.invoiceId,
      settlesAt: sql<Date>`${payments.settlesAt}`.mapWith(payments.settlesAt),
    })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        userId === undefined ? undefined : eq(invoices.userId, userId),
        isProcessing,
        isNotNull(payments.settlesAt),
        lte(payments.settlesAt, now),
      ),
    );

/** Marks a payment as succeeded. Returns false when another process did so before. */
export async function markSettled(tx: Database, id: string): Promise<boolean> {
  const settled = await tx
    .update(payments)
    .set({ status: "succeeded" })
    .where(and(eq(payments.id, id), eq(payments.status, "processing")))
    .returning({ id: payments.id });
  return settled.length > 0;
}
