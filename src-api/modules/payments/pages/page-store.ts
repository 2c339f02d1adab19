import { and, eq, inArray, lte, not, or } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import { canBePaid, invoices } from "../../ledger/module.ts";
import { paymentPages } from "../schema.ts";

type Page = typeof paymentPages.$inferSelect;

/** A page as its provider knows it. */
export type PageKey = Pick<Page, "provider" | "reference">;

/** Keeps a page that was opened for an invoice. */
export const insertPage = (database: Database, page: Page) =>
  database.insert(paymentPages).values(page).onConflictDoNothing();

/** Forgets a page on which nothing can be paid any more. */
export const deletePage = (database: Database, { provider, reference }: PageKey) =>
  database
    .delete(paymentPages)
    .where(and(eq(paymentPages.provider, provider), eq(paymentPages.reference, reference)));

/** Returns the pages of invoices that may be open. */
export const findPages = (database: Database, invoiceIds: string[]): Promise<Page[]> =>
  database.select().from(paymentPages).where(inArray(paymentPages.invoiceId, invoiceIds));

export type WaitingPage = Page & { isPayable: boolean };

/** Returns pages that were opened at `until` or before, and all those of invoices that cannot be paid now. */
export async function findWaitingPages(
  database: Database,
  { until, now }: { until: Date; now: Date },
): Promise<WaitingPage[]> {
  const payable = canBePaid(now);
  if (!payable) return [];
  const rows = await database
    .select({ page: paymentPages, isPayable: payable })
    .from(paymentPages)
    .innerJoin(invoices, eq(invoices.id, paymentPages.invoiceId))
    .where(or(lte(paymentPages.openedAt, until), not(payable)));
  return rows.map(({ page, isPayable }) => ({ ...page, isPayable: isPayable === true }));
}
