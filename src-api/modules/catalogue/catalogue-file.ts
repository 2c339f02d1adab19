import { access } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { motifNames } from "#resources/art/motif-names.ts";
import { deliveryKinds } from "#shared/api/deliveries.ts";
import { periodSchema } from "#shared/api/cart.ts";
import { localisedSchema } from "../../infra/i18n/localised.ts";
import { BrandError, parseBrandFile, readBrandFile } from "../../brand.ts";
import { discountKinds } from "./schema.ts";
import { isTooSmall } from "./min-charge.ts";

const text = localisedSchema(z.string().check(z.regex(/\S/, { error: "has to be a text" })));
const sku = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,64}$/, { error: "has to be small letters, digits and hyphens" }));
/** Minor units. */
const price = z.int().check(z.gte(1));

/** Per cent of tax that the price contains, with at most two decimals. */
const taxPercent = z.number().check(z.gte(0), z.lte(100), z.multipleOf(0.01));

/** The names under which buyers get the file, in the folder `extras`. */
const file = localisedSchema(z.string().check(z.regex(/^[a-z0-9-]{1,60}\.pdf$/)));
const deliveredAs = z.union([
  z.strictObject({ file }),
  z.enum(deliveryKinds.filter((kind) => kind !== "file")),
]);

const planSchema = z.object({ sku, period: periodSchema, price, taxPercent, name: text });
type Plans = { currency: string; plans: z.infer<typeof planSchema>[] };

/** Returns whether cards can be charged for each plan: its renewals pay for nothing else. */
const areChargeable = ({ currency, plans }: Plans): boolean =>
  !plans.some(({ price: amount }) => isTooSmall({ amount, currency }));

const extraSchema = z.object({
  sku,
  price,
  taxPercent,
  motif: z.enum(motifNames),
  name: text,
  summary: text,
  delivery: text,
  deliveredAs,
});

const isSome = ({ kind, value }: { kind: string; value: number }) =>
  kind !== "percent" || value <= 100;

const codeSchema = z
  .object({
    code: z.string().check(z.regex(/^[A-Z0-9-]{1,40}$/)),
    description: text,
    kind: z.enum(discountKinds),
    /** Percent, or minor units of the currency. */
    value: z.int().check(z.gte(1)),
    /** SKUs that it discounts; empty: all. */
    skus: z.array(sku),
    startsAt: z.optional(z.iso.datetime()),
    endsAt: z.optional(z.iso.datetime()),
    /** Payments of a membership that it lowers; null: all of them. */
    periods: z._default(z.nullable(z.int().check(z.gte(1))), 1),
    /** Most uses in total and by one user; absent: no limit. */
    maxRedemptions: z.optional(z.int().check(z.gte(1))),
    maxPerUser: z.optional(z.int().check(z.gte(1))),
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
  const catalogue = parseCatalogue(path, await readBrandFile(path));
  const sold = catalogue.extras.flatMap(({ deliveredAs: as }) =>
    typeof as === "string" ? [] : Object.values(as.file),
  );
  for (const name of sold) {
    const soldFile = join(extrasFolder(brandDir), name);
    await access(soldFile).catch(() => {
      throw new BrandError(`${path}: extras: the file ${soldFile} is missing.`);
    });
  }
  return catalogue;
}
