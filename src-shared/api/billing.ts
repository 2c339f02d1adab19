import * as z from "zod/mini";
import { cartItemSchema, periodSchema, productKinds } from "./cart.ts";
import { endpoint } from "./endpoint.ts";
import { message } from "./fields.ts";

/** `amount` in minor units of `currency` (ISO 4217). */
export const moneySchema = z.object({ amount: z.int(), currency: z.string() });

const date = z.iso.datetime();

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
});

/** The present price of a cart, and the first renewal. */
export const quoteSchema = z.object({
  lines: z.array(lineSchema),
  subtotal: moneySchema,
  discount: z.nullable(discountSchema),
  dueNow: moneySchema,
  /**
   * The first renewal of the membership in the cart, or null without one. In test mode the membership
   * ends at that time instead.
   */
  renewal: z.nullable(z.object({ price: moneySchema, on: date, period: periodSchema })),
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

export const purchaseStatuses = ["open", "pending", "paid", "declined", "expired"] as const;
export const purchaseSchema = z.object({
  id: z.string(),
  /**
   * open: not paid yet; pending: paid, not settled by the provider; paid: charged; declined: the
   * last attempt failed.
   */
  status: z.enum(purchaseStatuses),
  lines: z.array(lineSchema),
  discount: z.nullable(discountSchema),
  total: moneySchema,
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

/** Lists the user's charged and pending purchases, newest first. */
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

export const receiptSchema = z.object({
  number: z.string(),
  issuedAt: date,
  seller: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  lines: z.array(lineSchema),
  discount: z.nullable(discountSchema),
  total: moneySchema,
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

/** Origin of a membership: bought, or granted by an admin (free, not renewed). */
export const membershipSources = ["purchase", "grant"] as const;

export const membershipSchema = z.object({
  /** ending: cancelled, valid until `endsAt`; pending: paid, not activated yet. */
  status: z.enum(["none", "pending", "active", "ending", "ended"]),
  source: z.nullable(z.enum(membershipSources)),
  period: z.nullable(periodSchema),
  startedAt: z.nullable(date),
  /** End of the paid period; null for a grant without end. */
  endsAt: z.nullable(date),
  /** Null also in test mode, where nothing renews. */
  nextCharge: z.nullable(z.object({ price: moneySchema, on: date })),
});
export type Membership = z.infer<typeof membershipSchema>;
export const getMembership = endpoint({
  method: "GET",
  path: "/membership",
  summary: "Get the user's membership",
  access: "user",
  answer: membershipSchema,
});

/** Cancels at the end of the paid period. A failure changes nothing. */
export const cancelSubscription = endpoint({
  method: "POST",
  path: "/subscription/cancel",
  summary: "Cancel the membership at the end of the paid period",
  access: "user",
  errors: ["no-subscription", "cancel-failed"],
  answer: membershipSchema,
});
export const resumeSubscription = endpoint({
  method: "POST",
  path: "/subscription/resume",
  summary: "Resume a cancelled membership before it ends",
  access: "user",
  errors: ["no-subscription"],
  answer: membershipSchema,
});
