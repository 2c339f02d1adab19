import * as z from "zod/mini";
import { periodSchema } from "./cart.ts";
import { endpoint } from "./endpoint.ts";

/** `amount` in minor units of `currency` (ISO 4217). */
export const moneySchema = z.object({ amount: z.int(), currency: z.string() });

/** Most days of trial that a plan can have. */
export const maxTrialDays = 90;

/** Days before the end of a trial on which its member is reminded of the first charge. */
export const trialReminderDays = 3;

const planSchema = z.object({
  sku: z.string(),
  period: periodSchema,
  name: z.string(),
  price: moneySchema,
  /** Days of trial for new members. Absent: none. */
  trialDays: z.optional(z.int()),
});
export type Plan = z.infer<typeof planSchema>;

const extraSchema = z.object({
  sku: z.string(),
  name: z.string(),
  summary: z.string(),
  delivery: z.string(),
  /** Whether it is a file to download: nobody needs two. */
  isDigital: z.optional(z.boolean()),
  price: moneySchema,
  motif: z.string(),
});
export type Extra = z.infer<typeof extraSchema>;

/** What to know before buying. */
export const paymentsSchema = z.object({
  /** False while payments are unavailable: checkout is blocked, and the page says so. */
  paymentsAvailable: z.boolean(),
  /** False where no payment provider was set up yet. Absent: one was. */
  paymentsSetUp: z.optional(z.boolean()),
  testMode: z.boolean(),
});

/** The products on sale, in the caller's language. */
export const catalogueSchema = z.object({
  plans: z.array(planSchema),
  extras: z.array(extraSchema),
  /** Saving of a year compared with twelve months. */
  yearlySaving: moneySchema,
  ...paymentsSchema.shape,
  termsVersion: z.string(),
});
export type Catalogue = z.infer<typeof catalogueSchema>;
export const getCatalogue = endpoint({
  method: "GET",
  path: "/catalogue",
  summary: "List what is for sale",
  answer: catalogueSchema,
});
