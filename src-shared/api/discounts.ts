import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { amountPattern } from "../money.ts";
import { date, normaliseCode } from "./billing.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, message, requiredText } from "./fields.ts";

/** A new code as it is stored: what buyers can type on any keyboard. */
const newCodeField = z.pipe(
  z.pipe(z.string().check(z.maxLength(100, message.discountCode)), z.transform(normaliseCode)),
  z.string().check(z.regex(/^[A-Z0-9-]{3,40}$/, message.discountCode)),
);
const percentField = z.coerce.number().check(z.int(), z.gte(1), z.lte(100));
/** A price such as "9" or "9.50", in the currency of the catalogue. */
const amountField = z.string().check(z.regex(amountPattern));
const limitField = z.coerce
  .number(message.wholeNumber)
  .check(z.int(message.wholeNumber), z.gte(1, message.wholeNumber), z.lte(1_000_000));

export const newDiscountSchema = z.object({
  code: newCodeField,
  off: z.union([z.object({ percent: percentField }), z.object({ amount: amountField })]),
  /** What buyers read beside the reduction, in each language of the portal. */
  description: z.partialRecord(z.enum(languages), requiredText(100)),
  /** SKUs that it discounts; empty: all. */
  items: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(200)),
  /** First and last day in the brand's time zone; null: no limit. */
  from: z.nullable(z.iso.date(message.day)),
  until: z.nullable(z.iso.date(message.day)),
  /** Payments of a membership that it lowers, from the first one; null: all of them. */
  periods: z.nullable(limitField),
  /** Most uses in all, and by one user; null: no limit. */
  uses: z.nullable(limitField),
  usesPerUser: z.nullable(limitField),
});
export type NewDiscount = z.infer<typeof newDiscountSchema>;

const discountStates = ["active", "scheduled", "used-up", "ended"] as const;
export type DiscountState = (typeof discountStates)[number];

const discountCodeSchema = z.object({
  code: z.string(),
  kind: z.enum(["percent", "amount"]),
  /** Per cent, or minor units of `currency`. */
  value: z.int(),
  currency: z.nullable(z.string()),
  /** What buyers read, in the caller's language. */
  description: z.string(),
  /** Empty: everything. */
  skus: z.array(z.string()),
  /** Payments of a membership that it lowers; null: all. */
  periods: z.nullable(z.int()),
  startsAt: z.nullable(date),
  endsAt: z.nullable(date),
  /** Number of orders that are paid or can still be paid. */
  uses: z.int(),
  maxUses: z.nullable(z.int()),
  maxUsesPerUser: z.nullable(z.int()),
  state: z.enum(discountStates),
});
export type DiscountCode = z.infer<typeof discountCodeSchema>;

export const listDiscounts = endpoint({
  method: "GET",
  path: "/discounts",
  summary: "List the discount codes with their uses",
  access: "admin",
  answer: z.object({ items: z.array(discountCodeSchema) }),
});

/**
 * Adds a discount code. Answers 400 with the fields `code`, `value`, `items`, `until` where it cannot be added. The password is
 * required, and all admins are mailed, where it leaves less than a tenth of a price.
 */
export const createDiscount = endpoint({
  method: "POST",
  path: "/discounts",
  summary: "Add a discount code",
  access: "admin",
  body: z.extend(newDiscountSchema, { password: z.optional(currentPasswordField) }),
  answer: noContent,
  status: 204,
  errors: passwordErrors,
});

/** Ends a code now, unless it has ended. Orders that were opened with it can still be paid for a day. */
export const endDiscount = endpoint({
  method: "POST",
  path: "/discounts/:code/end",
  summary: "End a discount code",
  access: "admin",
  params: z.object({ code: z.string().check(z.maxLength(40)) }),
  answer: noContent,
  status: 204,
});
