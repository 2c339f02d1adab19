import {
  and,
  asc,
  eq,
  inArray,
  isNull,
  ne,
  notInArray,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import {
  type DiscountCode,
  discountCodes,
  discountKinds,
  type NewProduct,
  type Product,
  products,
} from "./schema.ts";
import { access } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { motifNames } from "#resources/art/motif-names.ts";
import { deliveryKinds } from "#shared/api/deliveries.ts";
import { periodSchema } from "#shared/api/cart.ts";
import { isCountry } from "#shared/brand.ts";
import { localised, localisedSchema } from "#api/infra/i18n/localised.ts";
import { BrandError, isInFolder, parseBrandFile, readBrandFile } from "#api/brand.ts";
import { isTooSmall } from "./prices.ts";
import { presentTaxRates, taxRatesOf } from "./tax-rates.ts";
import type { Portal } from "#api/portal.ts";
import { openDeliveries } from "./payments.ts";
import { type Extra, getCatalogue, maxTrialDays, type Plan } from "#shared/api/catalogue.ts";
import { languages, type Language } from "#shared/languages.ts";
import type { Money } from "#shared/money.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#api/http/serve.ts";
import { presentPayments } from "./provider.ts";
import { createEndpointAnswers } from "#api/http/shared-answers.ts";

/** Returns the products on sale, in the order of the catalogue. */
export const findOnSale = (database: Database): Promise<Product[]> =>
  database
    .select()
    .from(products)
    .where(eq(products.onSale, true))
    .orderBy(asc(products.position), asc(products.sku));

/** Returns a product, also one that is no longer on sale. */
export async function findProduct(database: Database, sku: string): Promise<Product | undefined> {
  const [row] = await database.select().from(products).where(eq(products.sku, sku));
  return row;
}

/** Returns the products that are stored without their present way of delivery. */
async function findUndelivered(database: Database, rows: NewProduct[]): Promise<string[]> {
  const delivered = rows.filter(({ deliveredAs }) => deliveredAs !== null).map(({ sku }) => sku);
  const stored = await database
    .select({ sku: products.sku })
    .from(products)
    .where(and(inArray(products.sku, delivered), isNull(products.deliveredAs)));
  return stored.map(({ sku }) => sku);
}

/**
 * Inserts or updates the products of the brand by SKU, plans too where the folder of the owner has them (`hasPlans`), and takes those off sale that it no longer has, or whose price is in another
 * currency. Those of the portal stay as they are. Returns the SKUs that both have.
 */
async function saveProducts(
  database: Database,
  rows: NewProduct[],
  { hasPlans }: { hasPlans: boolean },
): Promise<string[]> {
  const { sku, origin, currency, kind } = products;
  const isOfFile = hasPlans ? or(eq(origin, "brand"), eq(kind, "membership")) : eq(origin, "brand");
  const skus = rows.map((row) => row.sku);
  const gone = and(isOfFile, notInArray(sku, skus));
  const [own] = hasPlans
    ? []
    : await database
        .select({ currency })
        .from(products)
        .where(and(eq(origin, "portal"), eq(kind, "membership"), eq(products.onSale, true)))
        .limit(1);
  // Plans that were changed in the portal say what it sells in.
  const sellsIn = (row: NewProduct) => own === undefined || row.currency === own.currency;
  const isForeign = own
    ? ne(currency, own.currency)
    : notInArray(
        currency,
        rows.map((row) => row.currency),
      );
  await database.update(products).set({ onSale: false }).where(or(gone, isForeign));
  await database
    .insert(products)
    .values(rows.map((row) => ({ ...row, onSale: row.onSale && sellsIn(row) })))
    .onConflictDoUpdate({
      target: sku,
      set: insertedValues(products),
      setWhere: isOfFile,
    });
  const changed = await database
    .select({ sku })
    .from(products)
    .where(and(eq(origin, "portal"), inArray(sku, skus)))
    .orderBy(asc(sku));
  return changed.map((row) => row.sku);
}

/** Returns which of some stored files are sold, or were before. */
export async function findSoldFiles(database: Database, names: string[]): Promise<string[]> {
  const rows = await database
    .select({ name: sql<string>`stored.value` })
    .from(products)
    .innerJoin(
      sql`lateral jsonb_each_text(${products.storedFile}) as stored`,
      sql`stored.value = any(${sql.param(names)}::text[])`,
    );
  return rows.map(({ name }) => name);
}

/** Inserts or updates discount codes. One that was ended stays so. */
async function saveCodes(database: Database, rows: DiscountCode[]): Promise<void> {
  if (rows.length === 0) return;
  await database
    .insert(discountCodes)
    .values(rows)
    .onConflictDoUpdate({
      target: discountCodes.code,
      set: {
        ...insertedValues(discountCodes),
        endsAt: sql`least(${discountCodes.endsAt}, excluded.${sql.identifier(discountCodes.endsAt.name)})`,
      },
    });
}

const textField = localisedSchema(z.string().check(z.regex(/\S/, { error: "has to be a text" })));

const skuField = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,64}$/, { error: "has to be small letters, digits and hyphens" }));

/** A price in minor units, or a number of uses. */
const countField = z.int32().check(z.gte(1));

/** Per cent of tax that the price contains, with at most two decimals. */
const taxPercentField = z.number().check(z.gte(0), z.lte(100), z.multipleOf(0.01));

/** The same for buyers of some countries: `{ "DE": 19 }`. */
const taxPercentsField = z.optional(
  z.record(
    z
      .string()
      .check(
        z.refine(isCountry, { error: "has to be the two capital letters of a country such as PL" }),
      ),
    taxPercentField,
  ),
);

/** The names under which buyers get the file, in the folder `extras`. */
const fileField = localisedSchema(z.string().check(z.regex(/^[a-z0-9-]{1,60}\.pdf$/)));

const deliveredAsField = z.union([
  z.strictObject({ file: fileField }),
  z.enum(deliveryKinds.filter((kind) => kind !== "file")),
]);

const planSchema = z.object({
  sku: skuField,
  period: periodSchema,
  price: countField,
  taxPercent: taxPercentField,
  taxPercents: taxPercentsField,
  name: textField,
  /** Days of trial for new members; absent: none. */
  trialDays: z.optional(countField.check(z.lte(maxTrialDays))),
});

type Plans = { currency: string; plans: z.infer<typeof planSchema>[] };

/** Returns whether cards can be charged for each plan: its renewals pay for nothing else. */
const areChargeable = ({ currency, plans }: Plans): boolean =>
  !plans.some(({ price: amount }) => isTooSmall({ amount, currency }));

const extraSchema = z.object({
  sku: skuField,
  price: countField,
  taxPercent: taxPercentField,
  taxPercents: taxPercentsField,
  motif: z.enum(motifNames),
  name: textField,
  summary: textField,
  delivery: textField,
  deliveredAs: deliveredAsField,
});

const isSome = ({ kind, value }: { kind: string; value: number }) =>
  kind !== "percent" || value <= 100;

const codeSchema = z
  .object({
    code: z.string().check(z.regex(/^[A-Z0-9-]{1,40}$/)),
    description: textField,
    kind: z.enum(discountKinds),
    /** Percent, or minor units of the currency. */
    value: countField,
    /** SKUs that it discounts; empty: all. */
    skus: z.array(skuField),
    startsAt: z.optional(z.iso.datetime()),
    endsAt: z.optional(z.iso.datetime()),
    /** Payments of a membership that it lowers; null: all of them. */
    periods: z._default(z.nullable(countField), 1),
    /** Most uses in total and by one user; absent: no limit. */
    maxRedemptions: z.optional(countField),
    maxPerUser: z.optional(countField),
  })
  .check(
    z.refine(isSome, { error: "has to be at most 100 per cent", path: ["value"] }),
    z.refine(({ startsAt = "", endsAt = "9" }) => startsAt < endsAt, {
      error: "has to be after startsAt",
      path: ["endsAt"],
    }),
  );

const areDifferent = (names: string[]) => new Set(names).size === names.length;

/** Schema of the brand's `catalogue.json`: what an installation sells. */
const catalogueFileSchema = z
  .strictObject({
    /** ISO 4217; all prices in the file are in it. */
    currency: z.string().check(
      z.refine((code) => Intl.supportedValuesOf("currency").includes(code), {
        error: "has to be a currency such as EUR",
      }),
    ),
    plans: z.array(planSchema),
    extras: z.array(extraSchema),
    demoDiscountCodes: z.array(codeSchema),
  })
  .check(
    z.refine(areChargeable, {
      error: "A plan costs less than a card can be charged.",
      path: ["plans"],
    }),
    z.refine(({ plans }) => areDifferent(plans.map(({ period }) => period)), {
      error: "There are two plans of one period. Only one for each period is supported.",
      path: ["plans"],
    }),
    z.refine(({ plans, extras }) => areDifferent([...plans, ...extras].map((one) => one.sku)), {
      error: "Two products have the same SKU.",
      path: ["extras"],
    }),
    z.refine(({ demoDiscountCodes }) => areDifferent(demoDiscountCodes.map(({ code }) => code)), {
      error: "Two discount codes are the same.",
      path: ["demoDiscountCodes"],
    }),
  );

export type CatalogueFile = z.infer<typeof catalogueFileSchema>;

/** Returns the folder of the files that are sold. */
export const extrasFolder = (brandDir: string): string => join(brandDir, "extras");

/** Parses the text of a catalogue. Throws a BrandError for one that cannot be sold. */
export const parseCatalogue = (path: string, source: string): CatalogueFile =>
  parseBrandFile(path, source, catalogueFileSchema);

/** Reads the catalogue of a brand. Rejects with a BrandError when it does not parse, or names a file that is missing. */
export async function readCatalogueFile(brandDir: string): Promise<CatalogueFile> {
  const path = join(brandDir, "catalogue.json");
  const catalogue = parseCatalogue(path, (await readBrandFile(path)).toString());
  const sold = catalogue.extras.flatMap(({ deliveredAs: as }) =>
    typeof as === "string" ? [] : Object.values(as.file).filter((name) => name !== undefined),
  );
  for (const name of sold) {
    const soldFile = join(extrasFolder(brandDir), name);
    await access(soldFile).catch(() => {
      throw new BrandError(`${path}: extras: the file ${soldFile} is missing.`);
    });
  }
  return catalogue;
}

function productsOf({ currency, plans, extras }: CatalogueFile): NewProduct[] {
  const none = { en: "" };
  const listed = (percents: Record<string, number> = {}) =>
    Object.entries(percents).map(([country, taxPercent]) => ({ country, taxPercent }));
  const rows: Omit<NewProduct, "position">[] = [
    ...plans.map(({ taxPercent, taxPercents, trialDays = null, ...plan }) => ({
      ...plan,
      trialDays,
      origin: "brand" as const,
      ...taxRatesOf({ taxPercent, taxPercents: listed(taxPercents) }),
      kind: "membership" as const,
      summary: none,
      delivery: none,
      deliveredAs: null,
      file: null,
      storedFile: null,
      motif: "rosette",
      currency,
      onSale: true,
    })),
    ...extras.map(({ taxPercent, taxPercents, deliveredAs, ...extra }) => ({
      ...extra,
      origin: "brand" as const,
      ...(typeof deliveredAs === "string"
        ? { deliveredAs, file: null }
        : { deliveredAs: "file" as const, file: deliveredAs.file }),
      storedFile: null,
      ...taxRatesOf({ taxPercent, taxPercents: listed(taxPercents) }),
      kind: "extra" as const,
      period: null,
      trialDays: null,
      currency,
      onSale: true,
    })),
  ];
  return rows.map((row, position) => ({ ...row, position }));
}

/** A PDF that is sold. */
type SoldFile = {
  /** Its name in the folder `extras` of the exported brand. */
  exportedAs: string;
  /** The name under which buyers get it. */
  name: string;
  /** Its name in the storage of media; null: it is in the folder of the brand. */
  stored: string | null;
};

/** Returns what is on sale as a brand's `catalogue.json` has it, its files, and the SKUs that are left out because they are not on sale. */
export async function exportCatalogue(
  database: Database,
): Promise<{ catalogue: CatalogueFile; files: SoldFile[]; leftOut: string[] }> {
  const rows = await database
    .select()
    .from(products)
    .orderBy(asc(products.position), asc(products.sku));
  const onSale = rows.filter((row) => row.onSale);
  const files: SoldFile[] = [];
  const nameOf = (name: string, stored: string | null): string => {
    const known = files.find((file) => file.name === name && file.stored === stored);
    if (known) return known.exportedAs;
    let exportedAs = name;
    // Two extras may sell different files of one name.
    for (let at = 2; files.some((file) => file.exportedAs === exportedAs); at += 1)
      exportedAs = name.replace(/(.{0,56}).*\.pdf$/, `$1-${at}.pdf`);
    files.push({ exportedAs, name, stored });
    return exportedAs;
  };
  const fileOf = ({ file, storedFile }: Product): Localised => {
    const names = languages.flatMap((language) => {
      const name = file?.[language];
      if (name === undefined) return [];
      return [[language, nameOf(name, storedFile?.[language] ?? null)] as const];
    });
    return Object.fromEntries(names);
  };
  const priced = ({ sku, price, name, ...product }: Product) => {
    const { taxPercent, taxPercents } = presentTaxRates(product);
    const byCountry = taxPercents.map((one) => [one.country, one.taxPercent] as const);
    return {
      sku,
      price,
      taxPercent,
      ...(byCountry.length > 0 && { taxPercents: Object.fromEntries(byCountry) }),
      name,
    };
  };
  const catalogue = {
    currency: onSale[0]?.currency ?? "EUR",
    plans: onSale.flatMap((row) => {
      const { period, trialDays } = row;
      return period ? { ...priced(row), period, ...(trialDays && { trialDays }) } : [];
    }),
    extras: onSale
      .filter(({ kind }) => kind === "extra")
      .map((row) => ({
        ...priced(row),
        motif: row.motif as (typeof motifNames)[number], // as it was parsed before it was stored
        summary: row.summary,
        delivery: row.delivery,
        deliveredAs:
          row.deliveredAs === "file" ? { file: fileOf(row) } : (row.deliveredAs ?? "report"),
      })),
    demoDiscountCodes: [],
  };
  const leftOut = rows.filter((row) => !row.onSale).map(({ sku }) => sku);
  return { catalogue, files, leftOut };
}

const dateOf = (text: string | undefined) => (text ? new Date(text) : null);

const codesOf = ({ currency, demoDiscountCodes }: CatalogueFile): DiscountCode[] =>
  demoDiscountCodes.map((code) => ({
    ...code,
    currency: code.kind === "amount" ? currency : null,
    startsAt: dateOf(code.startsAt),
    endsAt: dateOf(code.endsAt),
    maxRedemptions: code.maxRedemptions ?? null,
    maxPerUser: code.maxPerUser ?? null,
  }));

/**
 * Brings the products up to date with the brand's catalogue file, at each start: new and changed ones
 * are written, those that left the file are taken off sale (purchases keep naming them). What was changed in the studio stays
 * as it is. Extras that were paid before their delivery was known are delivered from then on. The discount codes, and the extras that the portal
 * came with, are for the demo only. Returns the SKUs of the file that the studio has changed. Rejects, with nothing changed, when the file does not parse.
 */
export async function importCatalogue(
  { database, config }: Pick<Portal, "database" | "config">,
  { demo }: { demo: boolean },
): Promise<string[]> {
  const file = await readCatalogueFile(config.brandDir);
  return database.transaction(async (tx) => {
    const hasPlans = isInFolder(config);
    const rows = productsOf(demo || hasPlans ? file : { ...file, extras: [] });
    const skus = await findUndelivered(tx, rows);
    const changedInStudio = await saveProducts(tx, rows, { hasPlans });
    // Looks at every paid order, so only when there is something new.
    if (skus.length > 0) await openDeliveries(tx, { skus });
    if (demo) await saveCodes(tx, codesOf(file));
    return changedInStudio;
  });
}

const priceOf = ({ price, currency }: Product): Money => ({ amount: price, currency });

/** Returns the plans among the products, in the caller's language. */
const presentPlans = (onSale: readonly Product[], language: Language): Plan[] =>
  onSale.flatMap((product) => {
    const { sku, period, trialDays } = product;
    if (product.kind !== "membership" || !period) return [];
    const name = localised(product.name, language);
    return [{ sku, period, name, price: priceOf(product), ...(trialDays && { trialDays }) }];
  });

/** Returns the plans that are on sale, in the caller's language. */
export const findPlans = async (database: Database, language: Language): Promise<Plan[]> =>
  presentPlans(await findOnSale(database), language);

/** Returns the extras among the products, in the caller's language. */
const presentExtras = (onSale: readonly Product[], language: Language): Extra[] =>
  onSale
    .filter(({ kind }) => kind === "extra")
    .map((product) => ({
      sku: product.sku,
      name: localised(product.name, language),
      summary: localised(product.summary, language),
      delivery: localised(product.delivery, language),
      ...(product.deliveredAs === "file" && { isDigital: true }),
      price: priceOf(product),
      motif: product.motif,
    }));

/** Returns the saving of a yearly plan against twelve months; zero unless both plans are on sale. */
export function yearlySaving(plans: readonly Plan[]): Money {
  const find = (period: Plan["period"]) => plans.find((plan) => plan.period === period)?.price;
  const monthly = find("monthly");
  const yearly = find("yearly");
  const saved = monthly && yearly ? 12 * monthly.amount - yearly.amount : 0;
  return { amount: Math.max(0, saved), currency: plans[0]?.price.currency ?? "EUR" };
}

/** Serves the catalogue, which is the same for everybody. */
export async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  const answers = createEndpointAnswers(portal, getCatalogue);

  serve(app, getCatalogue, async (_, { language }) => {
    const payments = await presentPayments(portal);
    const termsVersion = portal.brand.legalVersions.terms;
    return answers([language, payments.paymentsAvailable, termsVersion], async () => {
      const onSale = await findOnSale(portal.database);
      const plans = presentPlans(onSale, language);
      const value = {
        plans,
        extras: presentExtras(onSale, language),
        yearlySaving: yearlySaving(plans),
        ...payments,
        termsVersion,
      };
      return { value, validUntil: null };
    });
  });
}
