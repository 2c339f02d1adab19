import * as z from "zod/mini";
import { date, discountSchema, lineSchema, purchaseParams } from "./billing.ts";
import { moneySchema } from "./catalogue.ts";
import { endpoint, file } from "./endpoint.ts";

/** Tax contained in amounts, by rate: `net` and `tax` add up to `gross`. */
const taxSchema = z.object({
  /** Hundredths of a per cent. */
  rate: z.int(),
  net: moneySchema,
  tax: moneySchema,
  gross: moneySchema,
});

/** A receipt, or the credit note that corrects one. */
export const receiptSchema = z.object({
  kind: z.enum(["receipt", "credit-note"]),
  number: z.string(),
  issuedAt: date,
  /** With it anybody can withdraw from the contract; null for a renewal and a credit note. */
  withdrawalReference: z.nullable(z.string()),
  seller: z.object({
    name: z.string(),
    address: z.string(),
    /** ISO 3166; absent where the address names the country. */
    country: z.optional(z.string()),
    email: z.string(),
    /** Number for taxes, where the seller has one. */
    taxId: z.optional(z.string()),
  }),
  buyer: z.object({
    name: z.string(),
    email: z.string(),
    /** Of several lines; absent, like the rest, where the buyer did not want it on the receipt. */
    address: z.optional(z.string()),
    country: z.optional(z.string()),
    taxId: z.optional(z.string()),
  }),
  /** Number and date of the receipt that a credit note corrects. */
  corrects: z.nullable(z.object({ number: z.string(), issuedAt: date })),
  covers: z.nullable(z.object({ from: date, until: date })),
  /** What was sold; a credit note repeats it. */
  lines: z.array(lineSchema),
  discount: z.nullable(discountSchema),
  credit: moneySchema,
  /** What was charged, or paid back by a credit note; positive. */
  total: moneySchema,
  /** What a credit note pays back of each line, by the line's name; empty where that was not recorded. */
  paidBack: z._default(z.array(z.object({ name: z.string(), amount: moneySchema })), []),
  taxes: z.array(taxSchema),
  /** The card that was charged, such as "Visa 4242"; null where none was needed or known. */
  card: z.nullable(z.string()),
  termsVersion: z.string(),
  testMode: z.boolean(),
  /** Delivery of each extra, by name. */
  deliveries: z.array(z.object({ name: z.string(), delivery: z.string() })),
});
export type Receipt = z.infer<typeof receiptSchema>;
export const getReceipt = endpoint({
  method: "GET",
  path: "/purchases/:id/receipt",
  summary: "Get the receipt of a purchase",
  access: "user",
  params: purchaseParams,
  answer: receiptSchema,
});
export const getCreditNote = endpoint({
  method: "GET",
  path: "/credit-notes/:id",
  summary: "Get a credit note of the user",
  access: "user",
  params: purchaseParams,
  answer: receiptSchema,
});
/** Gets a receipt as a PDF file in the caller's language. */
export const getReceiptPdf = endpoint({
  method: "GET",
  path: "/purchases/:id/receipt.pdf",
  summary: "Get the receipt of a purchase as PDF",
  access: "user",
  params: purchaseParams,
  answer: file,
  media: "application/pdf",
});
export const getCreditNotePdf = endpoint({
  method: "GET",
  path: "/credit-notes/:id/pdf",
  summary: "Get a credit note of the user as PDF",
  access: "user",
  params: purchaseParams,
  answer: file,
  media: "application/pdf",
});
