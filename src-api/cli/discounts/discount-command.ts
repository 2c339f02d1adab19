import * as z from "zod/mini";
import { requiredText } from "#shared/api/fields.ts";
import { normaliseCode } from "../../modules/catalogue/module.ts";

/** A code as it is stored: what buyers can type on any keyboard. */
export const codeField = z.pipe(
  z.pipe(z.string(), z.transform(normaliseCode)),
  z.string().check(z.regex(/^[A-Z0-9-]{3,40}$/)),
);

export const percentField = z.coerce.number().check(z.int(), z.gte(1), z.lte(100));
/** A price such as "9" or "9.50", in the currency of the catalogue. */
export const amountField = z.string().check(z.regex(/^\d{1,6}(\.\d{1,3})?$/));
export const limitField = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000));
export const descriptionField = requiredText(100);

/** Parsed input of `npm run discounts`, whether the running API or the command executes it. */
export const discountCommandSchema = z.discriminatedUnion("command", [
  z.object({
    command: z.literal("add"),
    code: codeField,
    off: z.union([z.object({ percent: percentField }), z.object({ amount: amountField })]),
    /** What buyers read beside the reduction, by language. */
    description: z.object({ en: descriptionField, pl: descriptionField }),
    /** SKUs that it discounts; empty: all. */
    items: z.array(z.string()),
    /** First and last day in the brand's time zone; null: no limit. */
    from: z.nullable(z.iso.date()),
    until: z.nullable(z.iso.date()),
    /** Payments of a membership that it lowers, from the first one; null: all of them. */
    periods: z.nullable(limitField),
    /** Most uses in all, and by one user; null: no limit. */
    uses: z.nullable(limitField),
    usesPerUser: z.nullable(limitField),
  }),
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("end"), code: codeField }),
]);

export type DiscountCommand = z.infer<typeof discountCommandSchema>;
