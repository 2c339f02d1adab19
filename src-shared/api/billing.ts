import * as z from "zod/mini";
import { cartItemSchema, periodSchema, productKinds } from "./cart.ts";
import { moneySchema, paymentsSchema } from "./catalogue.ts";
import { endpoint } from "./endpoint.ts";
import { message } from "./fields.ts";
import { optionalWays } from "../ways-to-pay.ts";

/** An ISO date with its time. */
export const date = z.iso.datetime();

const orderItem = z.pick(cartItemSchema, { sku: true, quantity: true });
const orderItems = z.array(orderItem).check(z.maxLength(20));
const discountCode = z.optional(z.string().check(z.trim(), z.maxLength(40)));

/** Returns a code as it is stored and compared: "welcome10 " is WELCOME10. */
export const normaliseCode = (code: string): string => code.trim().toUpperCase();

export const discountSchema = z.object({
  code: z.string(),
  description: z.string(),
  /** Reduction of this cart's price; zero for a trial, whose first charge it lowers. */
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
  /** Days of trial that come first: nothing is charged now, and `unitPrice` after them. */
  trialDays: z.optional(z.int()),
});

/** extras: a trial is ordered alone; used: the user had a trial, or a membership that was paid for. */
export const trialRefusals = ["extras", "used"] as const;

/** The present price of a cart, and the first renewal. */
const quoteSchema = z.object({
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
  /** When the membership in the cart begins, if not at once: at the end of the buyer's free membership. */
  beginsAt: z.optional(date),
  /** The order begins a trial: a card is needed, and `renewal` is the first charge. */
  trial: z.optional(z.object({ days: z.int() })),
  /** Why the trial of the plan in the cart is not given. */
  withoutTrial: z.optional(z.enum(trialRefusals)),
  /** Ways to pay a year that does not renew, and only such a year. Absent: the cart has no year, or there is no such way. */
  onceBy: z.optional(z.array(z.enum(optionalWays))),
  termsVersion: z.string(),
  ...paymentsSchema.shape,
});
export type Quote = z.infer<typeof quoteSchema>;
/**
 * Prices a cart; needs no session. 422: `item-unknown`, `cart-empty`, `amount-too-large`, `discount-…`; 409
 * `already-subscribed` if the cart contains a membership and the user has one.
 */
export const getQuote = endpoint({
  method: "POST",
  path: "/quote",
  summary: "Price a cart",
  errors: [
    "item-unknown",
    "cart-empty",
    "amount-too-large",
    "discount-unknown",
    "discount-expired",
    "discount-used",
    "discount-not-applicable",
    "already-subscribed",
    "too-many-requests",
  ],
  body: z.object({ items: orderItems, discountCode }),
  answer: quoteSchema,
});

/** What an invoice is for: an order of the checkout, a membership's next period, a change of its period. */
export const invoiceReasons = ["checkout", "renewal", "switch"] as const;

const purchaseStatuses = [
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
  /** What it pays back of each line, by the line's name; empty where that was not recorded. */
  lines: z._default(z.array(z.object({ name: z.string(), amount: moneySchema })), []),
});

export const purchaseSchema = z.object({
  id: z.string(),
  reason: z.enum(invoiceReasons),
  /**
   * open: not paid yet; pending: paid, not settled by the provider; paid: charged; declined: the
   * last attempt failed; void: given up before it was paid; uncollectible: never paid, given up.
   */
  status: z.enum(purchaseStatuses),
  /** True while it is pending by a debit, which the bank decides in some days: a membership has begun, extras wait. */
  awaitsBank: z.optional(z.boolean()),
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
  /** When its buyer declared the withdrawal that ended it; null without one. */
  withdrawnAt: z.nullable(date),
  /** Address of the payment page while the purchase is open or declined; else null. */
  paymentUrl: z.nullable(z.string()),
});
export type Purchase = z.infer<typeof purchaseSchema>;

/** Pages on which a purchase can start, and to which the payment page returns. */
export const checkoutOrigins = ["checkout", "subscribe", "registration-payment"] as const;

export const checkoutSchema = z.object({
  items: orderItems,
  discountCode,
  termsVersion: z.string().check(z.minLength(1, message.terms), z.maxLength(100, message.terms)),
  /** The year in the cart does not renew: nothing is stored, and it can be paid in more ways. */
  paidOnce: z.optional(z.boolean()),
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
    "amount-too-large",
    "discount-unknown",
    "discount-expired",
    "discount-used",
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

export const purchaseParams = z.object({ id: z.uuid() });

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
  params: purchaseParams,
  answer: purchaseSchema,
});
