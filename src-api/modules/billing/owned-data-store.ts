import { desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { deliveries } from "./deliveries/schema.ts";
import { creditEntries, creditNotes, paymentMethods, payments } from "./payments/schema.ts";
import { idempotencyKeys, invoices } from "./schema.ts";

/** Returns everything that billing stores about a user: times as ISO texts, amounts in minor units. */
export async function findBillingData(database: Database, userId: string) {
  const bought = await database
    .select()
    .from(invoices)
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.createdAt));
  const ids = bought.map(({ id }) => id);
  const submits = await database
    .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.userId, userId));
  return {
    purchases: bought,
    charges: await database.select().from(payments).where(inArray(payments.invoiceId, ids)),
    creditNotes: await database
      .select()
      .from(creditNotes)
      .where(inArray(creditNotes.invoiceId, ids)),
    deliveries: await database.select().from(deliveries).where(inArray(deliveries.invoiceId, ids)),
    credit: await database.select().from(creditEntries).where(eq(creditEntries.userId, userId)),
    cards: await database.select().from(paymentMethods).where(eq(paymentMethods.userId, userId)),
    submits,
  };
}
