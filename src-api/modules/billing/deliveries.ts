import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import {
  creditNotes,
  deliveries,
  type DeliveryRow,
  type Invoice,
  invoices,
  products,
  withdrawals,
} from "./schema.ts";

/** SQL: the credit notes of a purchase that count. */
const notes = sql`${creditNotes} where ${creditNotes.invoiceId} = ${invoices.id} and ${creditNotes.status} <> 'failed'`;

/** SQL: what an extra cost after its discount, and what was paid back of it; null where nothing was. */
const cost = sql`(select (line -> 'total' ->> 'amount')::int - coalesce((line ->> 'discount')::int, 0)
  from jsonb_array_elements(${invoices.lines}) line where line ->> 'sku' = ${deliveries.sku} limit 1)`;

const refunded = sql`(select sum((part ->> 'amount')::int)
  from (select ${creditNotes.lines} as parts from ${notes}) own, jsonb_array_elements(own.parts) part
  where part ->> 'sku' = ${deliveries.sku})`;

/** SQL condition: the purchase or this extra of it was paid back whole, or its buyer withdrew from it. */
export const isWithdrawn = sql<boolean>`(exists (
    select from ${withdrawals} where ${withdrawals.invoiceId} = ${invoices.id}
  ) or ${invoices.total} > 0 and ${invoices.total} <= (select sum(${creditNotes.amount}) from ${notes})
  or ${cost} > 0 and ${cost} <= ${refunded})`;

const columns = {
  delivery: deliveries,
  invoice: {
    userId: invoices.userId,
    receiptNumber: invoices.receiptNumber,
    paidAt: invoices.paidAt,
    buyerName: invoices.buyerName,
    buyerEmail: invoices.buyerEmail,
  },
  account: { email: users.email, language: users.language },
  product: {
    name: products.name,
    delivery: products.delivery,
    file: products.file,
    storedFile: products.storedFile,
  },
  isWithdrawn: sql<boolean>`coalesce(${isWithdrawn}, false)`,
};

/** A delivery with its purchase, its buyer and the extra as the catalogue describes it now. */
export type BoughtExtra = {
  delivery: DeliveryRow;
  invoice: Pick<Invoice, "userId" | "receiptNumber" | "paidAt" | "buyerName" | "buyerEmail">;
  /** Null once the account is deleted. */
  account: { email: string | null; language: Language } | null;
  product: Pick<typeof products.$inferSelect, "name" | "delivery" | "file" | "storedFile">;
  isWithdrawn: boolean;
};

export const isDownloadable = (bought: BoughtExtra): boolean =>
  bought.delivery.state === "ready" && !bought.isWithdrawn;

/** Selects extras of paid invoices with all that is known of them. */
export const selectExtras = (database: Database) =>
  database
    .select(columns)
    .from(deliveries)
    .innerJoin(invoices, eq(invoices.id, deliveries.invoiceId))
    .innerJoin(products, eq(products.sku, deliveries.sku))
    .leftJoin(users, eq(users.id, invoices.userId));
