import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { periods, productKinds } from "#shared/api/cart.ts";
import { deliveryKinds } from "#shared/api/deliveries.ts";
import { productOrigins } from "#shared/api/extras.ts";
import { oneOf, revision, time, type Localised } from "../../infra/database/columns.ts";

export const discountKinds = ["percent", "amount"] as const;

export const products = pgTable(
  "products",
  {
    sku: text("sku").primaryKey(),
    /** The start of the portal brings only those of the brand in line with its catalogue file. */
    origin: text("origin", { enum: productOrigins }).notNull().default("brand"),
    kind: text("kind", { enum: productKinds }).notNull(),
    period: text("period", { enum: periods }),
    name: jsonb("name").$type<Localised>().notNull(),
    summary: jsonb("summary").$type<Localised>().notNull(),
    delivery: jsonb("delivery").$type<Localised>().notNull(),
    /** How it is delivered; null for a membership. */
    deliveredAs: text("delivered_as", { enum: deliveryKinds }),
    /** Names of the file in each language; null unless a file is delivered, or was before. */
    file: jsonb("file").$type<Localised>(),
    /** The same files in the storage of media; null: they are in `extras` of the brand. */
    storedFile: jsonb("stored_file").$type<Localised>(),
    motif: text("motif").notNull(),
    /** Minor units. */
    price: integer("price").notNull(),
    currency: text("currency").notNull(),
    /** Tax that the price contains, in hundredths of a per cent: 2300 is 23 %. */
    taxRate: integer("tax_rate").notNull().default(0),
    position: integer("position").notNull(),
    onSale: boolean("on_sale").notNull(),
    revision: revision(),
  },
  (t) => [
    oneOf(t.origin, productOrigins),
    oneOf(t.kind, productKinds),
    oneOf(t.period, periods),
    oneOf(t.deliveredAs, deliveryKinds),
  ],
);

export const discountCodes = pgTable(
  "discount_codes",
  {
    /** In upper case. */
    code: text("code").primaryKey(),
    description: jsonb("description").$type<Localised>().notNull(),
    kind: text("kind", { enum: discountKinds }).notNull(),
    /** Per cent, or minor units of `currency`. */
    value: integer("value").notNull(),
    currency: text("currency"),
    /** SKUs that it discounts; empty: all. */
    skus: text("skus").array().notNull(),
    startsAt: time("starts_at"),
    endsAt: time("ends_at"),
    /** Number of payments of a membership that it lowers, from the first one; null: all. */
    periods: integer("periods").default(1),
    /** Most uses in total and by one user; null: no limit. Uses are counted from `invoices`. */
    maxRedemptions: integer("max_redemptions"),
    maxPerUser: integer("max_per_user"),
  },
  (t) => [oneOf(t.kind, discountKinds)],
);

export type Product = typeof products.$inferSelect;
export type NewProduct = Omit<Product, "revision">;
export type DiscountCode = typeof discountCodes.$inferSelect;
