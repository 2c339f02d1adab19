import * as z from "zod/mini";
import { cartItemSchema, periodSchema, productKinds } from "./cart.ts";
import { endpoint, file } from "./endpoint.ts";
import { message } from "./fields.ts";

/** `amount` in minor units of `currency` (ISO 4217). */
export const moneySchema = z.object({ amount: z.int(), currency: z.string() });

/** An ISO date with its time. */
export const date = z.iso.datetime();

export const planSchema = z.object({
  sku: z.string(),
  period: periodSchema,
  name: z.string(),
  price: moneySchema,
});
export type Plan = z.infer<typeof planSchema>;

export const extraSchema = z.object({
  sku: z.string(),
  name: z.string(),
  summary: z.string(),
  /** How it is delivered after buying. */
  delivery: z.string(),
  price: moneySchema,
  motif: z.string(),
});
export type Extra = z.infer<typeof extraSchema>;

/** The products on sale, in the caller's language. */
export const catalogueSchema = z.object({
  plans: z.array(planSchema),
  extras: z.array(extraSchema),
  /** Saving of a year compared with twelve months. */
  yearlySaving: moneySchema,
  /** False while payments are unavailable: checkout is blocked, and the page says so. */
  paymentsAvailable: z.boolean(),
  testMode: z.boolean(),
  termsVersion: z.string(),
});
export type Catalogue = z.infer<typeof catalogueSchema>;
export const getCatalogue = endpoint({
  method: "GET",
  path: "/catalogue",
  summary: "List what is for sale",
  answer: catalogueSchema,
});

const orderItem = z.pick(cartItemSchema, { sku: true, quantity: true });
const orderItems = z.array(orderItem).check(z.maxLength(20));
const discountCode = z.optional(z.string().check(z.trim(), z.maxLength(40)));

export const discountSchema = z.object({
  code: z.string(),
  description: z.string(),
  /** Reduction of this cart's price; positive. */
  amount: moneySchema,
  /** Number of payments of a membership that the code lowers, this one included; null: all; absent: one. */
  periods: z.optional(z.nullable(z.int())),
});
export type Discount = z.infer<typeof discountSchema>;

export const lineSchema = z.object({
  sku: z.string(),
  kind: z.enum(productKinds),
  period: z.optional(periodSchema),
  name: z.string(),
  quantity: z.int(),
  unitPrice: moneySchema,
  total: moneySchema,
  /** Its share of the discount, in minor units. */
  discount: z.optional(z.int()),
  /** Tax that the price contains, in hundredths of a per cent; absent where none was stated. */
  taxRate: z.optional(z.int()),
});

/** The present price of a cart, and the first renewal. */
export const quoteSchema = z.object({
  lines: z.array(lineSchema),
  subtotal: moneySchema,
  discount: z.nullable(discountSchema),
  dueNow: moneySchema,
  /** The first renewal of the membership in the cart, or null without one. */
  renewal: z.nullable(
    z.object({
      /** What it will cost, discount included. */
      price: moneySchema,
      on: date,
      period: periodSchema,
      /** What renewals cost without a discount. */
      regularPrice: moneySchema,
    }),
  ),
  termsVersion: z.string(),
  paymentsAvailable: z.boolean(),
  testMode: z.boolean(),
});
export type Quote = z.infer<typeof quoteSchema>;
/**
 * Prices a cart; needs no session. 422: `item-unknown`, `cart-empty`, `discount-…`; 409
 * `already-subscribed` if the cart contains a membership and the user has one.
 */
export const getQuote = endpoint({
  method: "POST",
  path: "/quote",
  summary: "Price a cart",
  errors: [
    "item-unknown",
    "cart-empty",
    "discount-unknown",
    "discount-expired",
    "discount-not-applicable",
    "already-subscribed",
    "too-many-requests",
  ],
  body: z.object({ items: orderItems, discountCode }),
  answer: quoteSchema,
});

/** What an invoice is for: an order of the checkout, a membership's next period, a change of its period. */
export const invoiceReasons = ["checkout", "renewal", "switch"] as const;

export const purchaseStatuses = [
  "open",
  "pending",
  "paid",
  "declined",
  "expired",
  "void",
  "uncollectible",
] as const;

const creditNoteSummary = z.object({
  id: z.string(),
  number: z.string(),
  amount: moneySchema,
  issuedAt: date,
});

/** An invoice as its buyer sees it. */
export const purchaseSchema = z.object({
  id: z.string(),
  reason: z.enum(invoiceReasons),
  /**
   * open: not paid yet; pending: paid, not settled by the provider; paid: charged; declined: the
   * last attempt failed; void: given up before it was paid; uncollectible: never paid, given up.
   */
  status: z.enum(purchaseStatuses),
  lines: z.array(lineSchema),
  discount: z.nullable(discountSchema),
  /** Paid by credit of earlier payments. */
  credit: moneySchema,
  total: moneySchema,
  /** The time of the membership that it pays. */
  covers: z.nullable(z.object({ from: date, until: date })),
  /** What was paid back, oldest first. */
  creditNotes: z.array(creditNoteSummary),
  createdAt: date,
  paidAt: z.nullable(date),
  receiptNumber: z.nullable(z.string()),
  /**
   * Address of the payment page, of this origin or of the provider, while the purchase is open or
   * declined (to try another card); else null.
   */
  paymentUrl: z.nullable(z.string()),
});
export type Purchase = z.infer<typeof purchaseSchema>;

/**
 * Pages on which a purchase can start: the payment page returns there when it is left or the
 * payment is declined.
 */
export const checkoutOrigins = ["checkout", "subscribe", "registration-payment"] as const;

export const checkoutSchema = z.object({
  items: orderItems,
  discountCode,
  termsVersion: z.string().check(z.minLength(1, message.terms)),
  origin: z.enum(checkoutOrigins),
});
/**
 * Opens a purchase. Requires the header `Idempotency-Key`: the same key and body return the same
 * purchase, the same key with another body 409 `idempotency-key-reused`.
 */
export const checkout = endpoint({
  method: "POST",
  path: "/checkout",
  summary: "Open a purchase",
  access: "user",
  idempotent: true,
  errors: [
    "item-unknown",
    "cart-empty",
    "amount-too-small",
    "discount-unknown",
    "discount-expired",
    "discount-not-applicable",
    "already-subscribed",
    "terms-outdated",
    "payments-unavailable",
    "too-many-requests",
  ],
  body: checkoutSchema,
  answer: purchaseSchema,
  status: 201,
});

const purchaseId = z.object({ id: z.uuid() });

/** Lists what the user paid or owes, newest first: orders that were never paid are left out. */
export const listPurchases = endpoint({
  method: "GET",
  path: "/purchases",
  summary: "List the user's purchases",
  access: "user",
  answer: z.object({ items: z.array(purchaseSchema) }),
});
export const getPurchase = endpoint({
  method: "GET",
  path: "/purchases/:id",
  summary: "Get a purchase of the user",
  access: "user",
  errors: ["payments-unavailable"],
  params: purchaseId,
  answer: purchaseSchema,
});

/** Tax contained in amounts, by rate: `net` and `tax` add up to `gross`. */
export const taxSchema = z.object({
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
  seller: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    /** Number for taxes, where the seller has one. */
    taxId: z.optional(z.string()),
  }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Number and date of the receipt that a credit note corrects. */
  corrects: z.nullable(z.object({ number: z.string(), issuedAt: date })),
  covers: z.nullable(z.object({ from: date, until: date })),
  /** What was sold; a credit note repeats it. */
  lines: z.array(lineSchema),
  discount: z.nullable(discountSchema),
  credit: moneySchema,
  /** What was charged, or paid back by a credit note; positive. */
  total: moneySchema,
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
  params: purchaseId,
  answer: receiptSchema,
});
/** Gets a credit note by its id, in the shape of a receipt. */
export const getCreditNote = endpoint({
  method: "GET",
  path: "/credit-notes/:id",
  summary: "Get a credit note of the user",
  access: "user",
  params: purchaseId,
  answer: receiptSchema,
});
/** Gets a receipt as a PDF file in the caller's language. */
export const getReceiptPdf = endpoint({
  method: "GET",
  path: "/purchases/:id/receipt.pdf",
  summary: "Get the receipt of a purchase as PDF",
  access: "user",
  params: purchaseId,
  answer: file,
  media: "application/pdf",
});
export const getCreditNotePdf = endpoint({
  method: "GET",
  path: "/credit-notes/:id/pdf",
  summary: "Get a credit note of the user as PDF",
  access: "user",
  params: purchaseId,
  answer: file,
  media: "application/pdf",
});
