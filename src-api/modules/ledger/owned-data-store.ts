import { desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { creditEntries, creditNotes } from "./corrections/schema.ts";
import { deliveries } from "./deliveries/schema.ts";
import { invoices, payments } from "./schema.ts";

/** Returns what the books have of a user: times as ISO texts, amounts in minor units. */
export async function findBooksOf(database: Database, userId: string) {
  const bought = await database
    .select()
    .from(invoices)
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.createdAt));
  const ids = bought.map(({ id }) => id);
  return {
    purchases: bought,
    charges: await database.select().from(payments).where(inArray(payments.invoiceId, ids)),
    creditNotes: await database
      .select()
      .from(creditNotes)
      .where(inArray(creditNotes.invoiceId, ids)),
    deliveries: await database.select().from(deliveries).where(inArray(deliveries.invoiceId, ids)),
    credit: await database.select().from(creditEntries).where(eq(creditEntries.userId, userId)),
  };
}
