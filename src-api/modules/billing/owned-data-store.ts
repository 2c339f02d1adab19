import { eq } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { paymentMethods } from "./payments/schema.ts";
import { idempotencyKeys } from "./schema.ts";

/** Returns the cards of a user, and the keys of the orders that were submitted. */
export const findBillingData = async (database: Database, { id }: { id: string }) => ({
  cards: await database.select().from(paymentMethods).where(eq(paymentMethods.userId, id)),
  submits: await database
    .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.userId, id)),
});
