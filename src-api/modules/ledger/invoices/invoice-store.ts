import { defaultLanguage, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lte,
  ne,
  not,
  sql,
} from "#api/infra/database/drizzle.ts";
import { lockUser, users } from "../../accounts/module.ts";
import {
  closedStatuses,
  invoices,
  numberSeries,
  paidStatuses,
  payableStatuses,
  type Invoice,
} from "../schema.ts";

type BuyerContact = { name: string; email: string; language: Language };

export async function findBuyer(
  database: Database,
  userId: string,
): Promise<BuyerContact | undefined> {
  const [buyer] = await database
    .select({
      name: users.name,
      email: sql<string>`coalesce(${users.email}, ${users.unprovenEmail}, '')`,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, userId));
  return buyer;
}

/** Returns whom mails about an invoice go to: the account's address, or the invoice's once that is deleted. */
export async function findRecipient(
  database: Database,
  { userId, buyerEmail }: Pick<Invoice, "userId" | "buyerEmail">,
): Promise<{ to: string; language: Language }> {
  const buyer = userId === null ? undefined : await findBuyer(database, userId);
  return { to: buyer?.email || buyerEmail, language: buyer?.language ?? defaultLanguage };
}

/** SQL condition: the payment was taken, settled or not. */
export const wasPaid = inArray(invoices.status, paidStatuses);

/** SQL condition: the invoice can be paid now. */
export const canBePaid = (now: Date) =>
  and(
    inArray(invoices.status, payableStatuses),
    isNotNull(invoices.userId),
    gt(invoices.expiresAt, now),
  );

export async function findInvoice(database: Database, id: string): Promise<Invoice | undefined> {
  const [row] = await database.select().from(invoices).where(eq(invoices.id, id));
  return row;
}

/** Returns whether anything was ever paid. */
export async function hasSold(database: Database): Promise<boolean> {
  const found = await database.select({ id: invoices.id }).from(invoices).where(wasPaid).limit(1);
  return found.length > 0;
}

export async function findInvoiceByReceipt(
  database: Database,
  receiptNumber: string,
): Promise<Invoice | undefined> {
  const [row] = await database
    .select()
    .from(invoices)
    .where(eq(invoices.receiptNumber, receiptNumber));
  return row;
}

/** Returns the user's invoices, newest first, without orders that were never paid. */
export const findInvoices = (database: Database, userId: string): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), sql`(${wasPaid} or ${invoices.reason} = 'renewal')`))
    .orderBy(desc(invoices.createdAt), desc(invoices.id));

/** Returns an invoice, locked until the transaction ends, after its buyer. */
export async function lockInvoice(tx: Database, id: string): Promise<Invoice | undefined> {
  const buyerId = (await findInvoice(tx, id))?.userId;
  if (buyerId) await lockUser(tx, buyerId);
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for("update");
  return row;
}

export const insertInvoice = (tx: Database, row: Invoice) => tx.insert(invoices).values(row);

export const updateInvoice = (
  database: Database,
  id: string,
  changes: Partial<Omit<Invoice, "id" | "userId" | "lines" | "total">>,
) => database.update(invoices).set(changes).where(eq(invoices.id, id));

/** Marks an invoice as declined unless it was paid meanwhile. */
export const declineUnpaid = (database: Database, id: string) =>
  database
    .update(invoices)
    .set({ status: "declined" })
    .where(and(eq(invoices.id, id), inArray(invoices.status, payableStatuses)));

/** Which invoices to return: at most `limit`, those that follow `after` in the order of their ids. */
type Page = { now: Date; after: string | null; limit: number };

const follows = ({ after }: Page) => (after === null ? undefined : gt(invoices.id, after));

/** Returns invoices whose time has come to charge the card on file. */
export const findDueTries = (database: Database, page: Page): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(lte(invoices.nextTryAt, page.now), follows(page)))
    .orderBy(invoices.id)
    .limit(page.limit);

/** Returns the paid invoices of subscriptions' latest periods, by subscription. */
export async function findLastPaidOf(
  database: Database,
  subscriptionIds: string[],
): Promise<Map<string, Invoice>> {
  const rows = await database
    .selectDistinctOn([invoices.subscriptionId])
    .from(invoices)
    .where(
      and(
        inArray(invoices.subscriptionId, subscriptionIds),
        eq(invoices.status, "paid"),
        isNotNull(invoices.periodStart),
      ),
    )
    .orderBy(invoices.subscriptionId, desc(invoices.periodStart));
  return new Map(rows.map((row) => [row.subscriptionId ?? "", row]));
}

/** Returns the paid invoice of a subscription's latest period. */
export const findLastPaid = async (
  database: Database,
  subscriptionId: string,
): Promise<Invoice | undefined> =>
  (await findLastPaidOf(database, [subscriptionId])).get(subscriptionId);

/** Returns the subscription's renewal that is not paid, or undefined. */
export async function findUnpaidRenewal(
  database: Database,
  subscriptionId: string,
): Promise<Invoice | undefined> {
  const [row] = await database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "renewal"),
        not(inArray(invoices.status, closedStatuses)),
      ),
    )
    .orderBy(desc(invoices.periodStart))
    .limit(1);
  return row;
}

/** SQL condition: the invoice is to be paid, without parameters, as in the indexes on such invoices. */
const isPayable = sql`${invoices.status} in ('open', 'declined')`;

/** Returns unpaid renewals that have expired: they are given up. */
export const findExpiredRenewals = (
  database: Database,
  page: Page,
): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        isPayable,
        sql`${invoices.reason} = 'renewal'`,
        lte(invoices.expiresAt, page.now),
        follows(page),
      ),
    )
    .orderBy(invoices.id)
    .limit(page.limit);

/** Returns the invoices that a user has not paid and could pay, expired ones included. */
export const findPayable = (database: Database, userId: string): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), inArray(invoices.status, payableStatuses)));

/** Returns the other orders of a membership that the buyer of an order has open. */
export async function findOpenMemberships(
  database: Database,
  { id, userId }: Invoice,
): Promise<Invoice[]> {
  if (userId === null) return [];
  return database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.userId, userId),
        ne(invoices.id, id),
        eq(invoices.reason, "checkout"),
        isNotNull(invoices.period),
        inArray(invoices.status, payableStatuses),
      ),
    );
}

/** Returns the subscription's switches that were begun and are not paid, or not settled. */
export const findOpenSwitches = (database: Database, subscriptionId: string): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "switch"),
        not(inArray(invoices.status, closedStatuses)),
      ),
    );

/** Takes the next number of a series. Numbers have no gaps: a transaction that fails gives its number back. */
export async function nextNumber(tx: Database, series: string): Promise<number> {
  const [row] = await tx
    .insert(numberSeries)
    .values({ series, last: 1 })
    .onConflictDoUpdate({
      target: numberSeries.series,
      set: { last: sql`${numberSeries.last} + 1` },
    })
    .returning({ last: numberSeries.last });
  if (!row) throw new Error(`The series ${series} gave no number.`);
  return row.last;
}
