import * as z from "zod/mini";
import { periodSchema } from "./cart.ts";
import { moneySchema } from "./catalogue.ts";
import { endpoint } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import {
  priceField,
  taxPercentField,
  taxPercentsAnswer,
  taxPercentsField,
  trialDaysField,
} from "./extras.ts";
import { currentPasswordField, message, textFields } from "./fields.ts";

/* The plans as admins change them. Whoever is a member keeps the price that was agreed to. */

const names = textFields("name", 100);
/** Grows with each change to any of them. */
const revision = z.int32();
const sku = z.string().check(z.maxLength(64));

const plans = z.object({
  currency: z.string(),
  /** Something was sold: prices stay in this currency. */
  isCurrencyFixed: z.boolean(),
  /** The folder of `BRAND_DIR` if that has the plans: they cannot be changed here. */
  folder: z.nullable(z.string()),
  revision,
  items: z.array(
    z.object({
      sku,
      period: periodSchema,
      ...names,
      price: moneySchema,
      taxPercent: z.number(),
      taxPercents: taxPercentsAnswer,
      /** Days of trial for new members; 0: none. */
      trialDays: z.int(),
      onSale: z.boolean(),
    }),
  ),
});
export type SettablePlans = z.infer<typeof plans>;

export const writtenPlansSchema = z.object({
  currency: z.string().check(
    z.maxLength(3, message.invalid),
    z.refine((code) => Intl.supportedValuesOf("currency").includes(code), {
      error: message.invalid,
    }),
  ),
  items: z
    .array(
      z.object({
        sku,
        ...names,
        price: priceField,
        taxPercent: taxPercentField,
        taxPercents: taxPercentsField,
        trialDays: trialDaysField,
        onSale: z.boolean(),
      }),
    )
    .check(z.minLength(1, message.required), z.maxLength(10)),
});
export type WrittenPlans = z.infer<typeof writtenPlansSchema>;

export const getSettablePlans = endpoint({
  method: "GET",
  path: "/settings/plans",
  summary: "Return the plans, also those that are not on sale",
  access: "admin",
  answer: plans,
});

/** Changes the plans for new members. */
export const changePlans = endpoint({
  method: "PUT",
  path: "/settings/plans",
  summary: "Change the plans and their prices",
  access: "admin",
  body: z.extend(writtenPlansSchema, { revision, password: currentPasswordField }),
  answer: plans,
  errors: ["conflict", "read-only", ...passwordErrors],
});
