import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { purchases } from "../schema.ts";

/** Takes the next number of the sequence of receipts. */
export async function nextReceiptNumber(tx: Database, purchaseId: string): Promise<string> {
  const [next] = await tx
    .select({ number: sql<string>`nextval('receipt_numbers')::text` })
    .from(purchases)
    .where(eq(purchases.id, purchaseId));
  return next?.number ?? "";
}
