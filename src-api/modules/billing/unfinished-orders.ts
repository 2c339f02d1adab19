import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  max,
  notInArray,
  sql,
} from "#api/infra/database/drizzle.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { findSubscription, isInForce } from "#api/modules/membership/module.ts";
import type { Portal } from "#api/portal.ts";
import {
  type invoiceStatuses,
  invoices,
  paidStatuses,
  products,
  unpaidStatuses,
} from "./schema.ts";
import { chargesElsewhere } from "./foreign-customers.ts";

type Window = { after: Date; until: Date };

const begun = (after: Date) =>
  and(eq(invoices.reason, "checkout"), isNotNull(invoices.userId), gt(invoices.createdAt, after));

const someIs = (statuses: readonly (typeof invoiceStatuses)[number][]) =>
  sql`bool_or(${inArray(invoices.status, [...statuses])})`;

/** Returns the users, of all or of one, who began to buy in a time, paid nothing of it and began nothing since. */
export async function findUnfinishedBuyers(
  database: Database,
  { after, until }: Window,
  userId?: string,
): Promise<string[]> {
  const rows = await database
    .select({ userId: invoices.userId })
    .from(invoices)
    .where(and(begun(after), userId === undefined ? undefined : eq(invoices.userId, userId)))
    .groupBy(invoices.userId)
    .having(
      sql`${max(invoices.createdAt)} <= ${sql.param(until, invoices.createdAt)} and ${someIs(unpaidStatuses)} and not ${someIs(paidStatuses)}`,
    );
  return rows.flatMap((row) => row.userId ?? []);
}

/** Returns what is left to buy of the latest order that a user began: what is on sale, and no membership for a member. */
export async function findUnfinishedItems(
  { database, brand, now }: Pick<Portal, "database" | "brand" | "now">,
  userId: string,
  language: Language,
): Promise<{ sku: string; quantity: number; name: string }[]> {
  const [order] = await database
    .select({ lines: invoices.lines })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.reason, "checkout")))
    .orderBy(desc(invoices.createdAt))
    .limit(1);
  if (!order) return [];
  const present = await findSubscription(database, userId);
  const isMember = present && (present.status === "pending" || isInForce(present, now()));
  const needsNone = isMember || (await chargesElsewhere(database, userId));
  const onSale = await database
    .select()
    .from(products)
    .where(
      and(
        eq(products.onSale, true),
        inArray(
          products.sku,
          order.lines.map(({ sku }) => sku),
        ),
        needsNone ? notInArray(products.kind, ["membership"]) : undefined,
      ),
    );
  return order.lines.flatMap(({ sku, quantity }) => {
    const product = onSale.find((one) => one.sku === sku);
    if (!product) return [];
    return [{ sku, quantity, name: localised(product.name, language, brand.languages) }];
  });
}
