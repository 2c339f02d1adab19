import { desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { charges, idempotencyKeys, purchases, subscriptions } from "./schema.ts";

/** Returns everything that billing stores about a user: times as ISO texts, amounts in minor units. */
export async function findBillingData(database: Database, userId: string) {
  const bought = await database
    .select()
    .from(purchases)
    .where(eq(purchases.userId, userId))
    .orderBy(desc(purchases.createdAt));
  const ids = bought.map(({ id }) => id);
  const submits = await database
    .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.userId, userId));
  return {
    purchases: bought,
    charges: await database.select().from(charges).where(inArray(charges.purchaseId, ids)),
    subscriptions: await database
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId)),
    submits,
  };
}
