import { auditEntries } from "#api/infra/audit/schema.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gte, sql } from "#api/infra/database/drizzle.ts";
import { invoices, wasPaid } from "../../ledger/module.ts";

/** Returns whether somebody has bought an extra. */
export async function wasSold(database: Database, sku: string): Promise<boolean> {
  const line = JSON.stringify([{ sku }]);
  const [bought] = await database
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(wasPaid, sql`${invoices.lines} @> ${line}::jsonb`))
    .limit(1);
  return bought !== undefined;
}

/** Returns the highest price, in minor units, that changes since a time have replaced; 0 without any. */
export async function highestFormerPrice(
  database: Database,
  sku: string,
  since: Date,
): Promise<number> {
  const { details, act, at } = auditEntries;
  const [found] = await database
    .select({ price: sql<number>`coalesce(max((${details} ->> 'formerPrice')::int), 0)::int` })
    .from(auditEntries)
    .where(and(eq(act, "extra-changed"), gte(at, since), sql`${details} ->> 'sku' = ${sku}`));
  return found?.price ?? 0;
}
