import {
  checkout,
  type checkoutSchema,
  type Discount,
  getQuote,
  normaliseCode,
  type Quote,
} from "#shared/api/billing.ts";
import type { BuyerDetails } from "#shared/api/buyer-details.ts";
import { type CartItem, maxQuantity } from "#shared/api/cart.ts";
import type { Language } from "#shared/languages.ts";
import { maxAmount } from "#shared/money.ts";
import { isStorable, type OptionalWay, optionalWays, waysFor } from "#shared/ways-to-pay.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { findBuyerDetails } from "./buyer-details.ts";
import { taxRateFor } from "./tax-rates.ts";
import { chargesElsewhere } from "./foreign-customers.ts";
import {
  acceptDiscount,
  discountAmount,
  isTooSmall,
  type Line,
  membershipLine,
  periodEnd,
  recurringDiscountOf,
  taxesIn,
  withDiscount,
} from "./prices.ts";
import { countUses, withCode } from "./discounts.ts";
import {
  cancelPages,
  findCode,
  findInvoice,
  insertInvoice,
  invoicePayable,
  isPayable,
  lockCode,
} from "./invoices.ts";
import { type DiscountCode, type Invoice, invoices, type Product, products } from "./schema.ts";
import { and, eq, inArray } from "#api/infra/database/drizzle.ts";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { idempotencyKey } from "#api/http/idempotency-key.ts";
import type { Portal, TransactionPortal } from "#api/portal.ts";
import { freeKeysOf, keyLifeMs, lockUser, performOnce } from "#api/modules/accounts/module.ts";
import { presentPayable } from "./purchases.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { collectPayment, isFree } from "./payment-pages.ts";
import { findTrial, trialEnd, withTrial } from "./trial.ts";
import { presentPayments, takesOrders } from "./provider.ts";
import { settleAndReloadSession } from "./payments.ts";
import { findSubscription, isGrantWithEnd, isInForce } from "#api/modules/membership/module.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import {
  type Counter,
  countersOf,
  countAttempt,
  keyOf,
  uncountAttempt,
} from "#api/infra/throttle/throttle.ts";

/** How long an invoice can be paid: for as long as it is found by the key of its request. */
export const checkoutLifeMs = keyLifeMs;

type OrderItem = Pick<CartItem, "sku" | "quantity">;

/** Adds up the quantities of the same SKU; keeps the order in which SKUs first appear. */
function merge(items: readonly OrderItem[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of items) {
    quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  }
  return quantities;
}

/** Returns the products with these SKUs that are on sale, with the tax rates of a buyer. */
async function findOnSaleBySku(
  database: Database,
  skus: string[],
  buyer: BuyerDetails | null,
): Promise<Product[]> {
  const rows = await database
    .select()
    .from(products)
    .where(and(inArray(products.sku, skus), eq(products.onSale, true)));
  return rows.map((product) => ({ ...product, taxRate: taxRateFor(product, buyer) }));
}

function lineOf(product: Product, wanted: number, language: Language): Line {
  const quantity = Math.min(wanted, product.kind === "membership" ? 1 : maxQuantity);
  const { currency } = product;
  return {
    sku: product.sku,
    kind: product.kind,
    ...(product.period && { period: product.period }),
    name: localised(product.name, language),
    quantity,
    unitPrice: { amount: product.price, currency },
    total: { amount: product.price * quantity, currency },
    taxRate: product.taxRate,
  };
}

/**
 * Returns the priced lines of a cart, names in the caller's language, amounts in minor units. Items of
 * the same SKU become one line; its quantity is limited to 1 for a membership and `maxQuantity` for an
 * extra. Throws `cart-empty`, `item-unknown` for an item not on sale, `validation` for two memberships.
 */
export function cartLines(
  items: readonly OrderItem[],
  onSale: readonly Product[],
  language: Language,
): Line[] {
  if (items.length === 0) throw new ApiError("cart-empty");
  const lines = [...merge(items)].map(([sku, quantity]) => {
    const product = onSale.find((candidate) => candidate.sku === sku);
    if (!product) throw new ApiError("item-unknown");
    return lineOf(product, quantity, language);
  });
  if (lines.filter(({ kind }) => kind === "membership").length > 1) {
    throw new ApiError("validation", { fields: { items: "one-membership" } });
  }
  return lines;
}

/** What a cart costs now, and the first renewal. */
type Price = Pick<Quote, "lines" | "subtotal" | "discount" | "dueNow" | "renewal">;

/** A code that was accepted for a cart, and what it takes off. */
type Accepted = { code: DiscountCode; discount: Discount };

function renewalOf(lines: readonly Line[], code: DiscountCode | null, now: Date): Price["renewal"] {
  const line = membershipLine(lines);
  if (!line?.period) return null;
  const regularPrice = line.unitPrice;
  const recurring = code && recurringDiscountOf(code, line);
  const full = { ...line, total: regularPrice };
  const off = recurring ? discountAmount(recurring, [full]) : 0;
  const price = { ...regularPrice, amount: regularPrice.amount - off };
  return {
    price,
    on: (line.trialDays
      ? trialEnd(now, line.trialDays)
      : periodEnd(now, line.period)
    ).toISOString(),
    period: line.period,
    regularPrice,
  };
}

/** Adds up lines of one currency. Throws `cart-empty`, and `amount-too-large` for what cannot be stored. */
export function priceOf(lines: Line[], accepted: Accepted | null, now: Date): Price {
  const currency = lines[0]?.total.currency;
  if (!currency) throw new ApiError("cart-empty");
  const subtotal = lines.reduce((sum, { total }) => sum + total.amount, 0);
  if (subtotal > maxAmount) throw new ApiError("amount-too-large");
  const off = accepted?.discount.amount.amount ?? 0;
  return {
    lines: accepted ? withDiscount(accepted.code, lines) : lines,
    subtotal: { amount: subtotal, currency },
    discount: accepted?.discount ?? null,
    dueNow: { amount: subtotal - off, currency },
    renewal: renewalOf(lines, accepted?.code ?? null, now),
  };
}

/** Prices an order that begins a trial: nothing now. A code lowers the first charge after it. */
function priceTrial(
  lines: readonly Line[],
  accepted: Accepted | null,
  { days, begins, language }: { days: number; begins: Date; language: Language },
): Price {
  const price = priceOf(withTrial(lines, days, language), null, begins);
  if (!accepted) return price;
  const { currency } = price.dueNow;
  return {
    ...price,
    discount: { ...accepted.discount, amount: { amount: 0, currency } },
    renewal: renewalOf(price.lines, accepted.code, begins),
  };
}

/** Who asks for a price (null: a visitor), when, and in which language. */
type PriceRequest = { now: Date; language: Language; userId: string | null };

/** What somebody wants to buy, as it was sent. */
type Order = { items: OrderItem[]; discountCode?: string | undefined };

async function findDiscount(
  database: Database,
  code: string,
  lines: Line[],
  request: PriceRequest,
): Promise<{ code: DiscountCode; discount: Discount } | null> {
  if (code === "") return null;
  const found = await findCode(database, code);
  if (!found) throw new ApiError("discount-unknown");
  const uses = isLimited(found) ? await countUses(database, code, request) : { total: 0, own: 0 };
  return { code: found, discount: acceptDiscount(found, lines, { ...request, uses }) };
}

/**
 * Prices an order with the products on sale, names in the caller's language. A blank code means no
 * discount. Throws `cart-empty`, `item-unknown`, `validation`, `amount-too-large`, `discount-…` and `already-subscribed`.
 */
async function priceOrder(
  database: Database,
  { items, discountCode = "" }: Order,
  request: PriceRequest,
): Promise<Price & Pick<Quote, "beginsAt" | "trial" | "withoutTrial">> {
  const skus = items.map(({ sku }) => sku);
  const buyer = request.userId === null ? null : await findBuyerDetails(database, request.userId);
  const onSale = await findOnSaleBySku(database, skus, buyer);
  const lines = cartLines(items, onSale, request.language);
  const accepted = await findDiscount(database, normaliseCode(discountCode), lines, request);
  const beginsAt = await findBeginning(database, lines, request);
  const plan = onSale.find(({ sku }) => sku === membershipLine(lines)?.sku);
  const trial = await findTrial(database, lines, plan, request.userId);
  const begins = beginsAt ?? request.now;
  const price =
    trial && "days" in trial
      ? { ...priceTrial(lines, accepted, { ...request, ...trial, begins }), trial }
      : priceOf(lines, accepted, begins);
  return {
    ...price,
    ...(beginsAt && { beginsAt: beginsAt.toISOString() }),
    ...(trial && "refused" in trial && { withoutTrial: trial.refused }),
  };
}

/** Closes a user's open orders with a code and frees the idempotency keys that they were opened with. Returns their ids. */
async function closeOpenOrders(
  tx: Database,
  code: string,
  { now, userId }: { now: Date; userId: string },
): Promise<string[]> {
  const closed = await tx
    .update(invoices)
    .set({ expiresAt: now })
    .where(and(eq(invoices.userId, userId), withCode(code), invoicePayable(now)))
    .returning({ id: invoices.id });
  const ids = closed.map(({ id }) => id);
  if (ids.length > 0) await freeKeysOf(tx, ids);
  return ids;
}

/** Who tried which code. */
type Tried = { ip: string; userId: string | null; code: string | undefined };

/** Tries are counted by user (who may change networks), or by client without one, and by network. */
function countersOfCodes({ ip, userId }: Tried): Counter[] {
  const [client, ...networks] = countersOf("discount", ip, "code");
  if (!client) return networks;
  return [
    userId === null ? client : { ...client, key: keyOf("discount", "user", userId) },
    ...networks,
  ];
}

/** Errors that reveal whether a code exists. */
const revealing: ReadonlySet<ErrorCode> = new Set([
  "discount-unknown",
  "discount-expired",
  "discount-used",
  "discount-not-applicable",
]);

const isGuess = (error: unknown) => error instanceof ApiError && revealing.has(error.code);

/**
 * Prices an order with a discount code under a limit of failed tries, so that codes cannot be guessed. A
 * valid code and an order that fails for another reason do not count. Throws `too-many-requests`.
 */
async function withTriedCode<T>(portal: Portal, tried: Tried, price: () => Promise<T>): Promise<T> {
  if (!tried.code) return price();
  const counters = countersOfCodes(tried);
  await countAttempt(portal, counters);
  let guessed = false;
  try {
    return await price();
  } catch (error) {
    guessed = isGuess(error);
    throw error;
  } finally {
    if (!guessed) await uncountAttempt(portal, counters);
  }
}

/** Returns whether uses of a code have to be counted. */
const isLimited = ({ maxRedemptions, maxPerUser }: DiscountCode): boolean =>
  maxRedemptions !== null || maxPerUser !== null;

type CheckoutBody = z.infer<typeof checkoutSchema>;

type Buyer = { userId: string; name: string; email: string };

/** A checkout request, which may arrive several times with the same key. */
type Submit = { body: CheckoutBody; key: string; language: Language };

function requireCurrentTerms({ brand }: Pick<Portal, "brand">, accepted: string): void {
  if (accepted !== brand.legalVersions.terms) {
    throw new ApiError("terms-outdated", { fields: { termsVersion: "terms-outdated" } });
  }
}

/**
 * Returns when a membership in the cart begins for somebody who was granted one; null: at once, or there is none. Throws
 * `already-subscribed` for somebody who pays for one, here or at a former site, or was granted one without end.
 */
async function findBeginning(
  database: Database,
  lines: readonly Line[],
  { userId, now }: Pick<PriceRequest, "userId" | "now">,
): Promise<Date | null> {
  if (userId === null || !membershipLine(lines)) return null;
  if (await chargesElsewhere(database, userId)) throw new ApiError("already-subscribed");
  const present = await findSubscription(database, userId);
  const isLive = present && (present.status === "pending" || isInForce(present, now));
  if (!isLive) return null;
  if (!isGrantWithEnd(present)) throw new ApiError("already-subscribed");
  return present.endsAt;
}

/** Returns the ways that a year can be paid by only if it does not renew; none without a yearly membership, or an amount. */
const waysOnce = ({ brand }: Pick<Portal, "brand">, { dueNow, renewal }: Price): OptionalWay[] => {
  if (renewal?.period !== "yearly" || dueNow.amount === 0) return [];
  const possible = waysFor(brand.waysToPay, { currency: dueNow.currency, stored: false });
  return optionalWays.filter((way) => possible.includes(way) && !isStorable(way));
};

const newInvoice = (
  buyer: Buyer,
  { lines, discount, dueNow }: Price,
  { termsVersion: accepted, paidOnce = false, origin }: CheckoutBody,
  { now, provider, details }: { now: Date; provider: string; details: BuyerDetails | null },
): Invoice => ({
  id: randomUUID(),
  userId: buyer.userId,
  reason: "checkout",
  status: "open",
  subscriptionId: null,
  periodStart: null,
  periodEnd: null,
  extendedUntil: null,
  lines,
  discount,
  credit: 0,
  creditChange: 0,
  total: dueNow.amount,
  taxes: taxesIn(lines, 0),
  currency: dueNow.currency,
  period: membershipLine(lines)?.period ?? null,
  termsVersion: accepted,
  paidOnce,
  origin,
  provider,
  providerReference: null,
  buyerName: buyer.name,
  buyerEmail: buyer.email,
  buyer: details,
  seller: null,
  createdAt: now,
  expiresAt: new Date(now.getTime() + checkoutLifeMs),
  paidAt: null,
  receiptNumber: null,
  withdrawalReference: null,
  nextTryAt: null,
  tries: 0,
});

/** Opens an invoice with the accepted prices and terms. Returns its id. */
async function openInvoice(
  portal: TransactionPortal,
  tx: Database,
  buyer: Buyer,
  { body, language }: Submit,
): Promise<string> {
  const { userId } = buyer;
  const now = portal.now();
  requireCurrentTerms(portal, body.termsVersion);
  const code = await lockCode(tx, normaliseCode(body.discountCode ?? ""));
  const price = await priceOrder(tx, body, { now, language, userId });
  if (body.paidOnce && waysOnce(portal, price).length === 0) {
    throw new ApiError("validation", { fields: { paidOnce: "forms:invalid" } });
  }
  if (isTooSmall(price.dueNow)) throw new ApiError("amount-too-small");
  // The new order takes the place of those that reserved a limited code.
  if (code && isLimited(code)) {
    const closed = await closeOpenOrders(tx, code.code, { now, userId });
    for (const id of closed) await cancelPages(portal, tx, { id });
  }
  const row = newInvoice(buyer, price, body, {
    now,
    provider: portal.payments.current.id,
    details: await findBuyerDetails(tx, userId),
  });
  await insertInvoice(tx, row);
  return row.id;
}

/**
 * Opens an invoice, or returns the one that the same key and body opened before. Throws
 * `payments-unavailable`, `idempotency-key-reused` for another body, `terms-outdated`,
 * `amount-too-small`, and what `priceOrder` throws; nothing is stored then.
 */
export async function placeOrder(portal: Portal, buyer: Buyer, submit: Submit): Promise<Invoice> {
  if (!(await takesOrders(portal))) throw new ApiError("payments-unavailable");
  return portal.database.transaction(async (tx) => {
    await lockUser(tx, buyer.userId);
    const { key, body: content } = submit;
    const request = { userId: buyer.userId, key, content, now: portal.now() };
    const { id } = await performOnce(tx, request, () => openInvoice(portal, tx, buyer, submit));
    const invoice = await findInvoice(tx, id);
    if (!invoice) throw new Error("An order has no invoice.");
    return invoice;
  });
}

/** Serves quotes to everybody, and opens invoices of users. */
export async function checkoutRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, getQuote, async ({ body }, { session, language, ip }) => {
    const userId = session?.userId ?? null;
    if (session) await settleAndReloadSession(portal, session);
    const priceRequest = { now: portal.now(), language, userId };
    const price = await withTriedCode(portal, { ip, userId, code: body.discountCode }, () =>
      priceOrder(portal.database, body, priceRequest),
    );
    const onceBy = waysOnce(portal, price);
    return {
      ...price,
      ...(onceBy.length > 0 && { onceBy }),
      termsVersion: portal.brand.legalVersions.terms,
      ...(await presentPayments(portal)),
    };
  });

  serve(app, checkout, async ({ body }, request) => {
    const { language, log, ip } = request;
    const session = await settleAndReloadSession(portal, requireUser(request));
    const key = idempotencyKey(request);
    const tried = { ip, userId: session.userId, code: body.discountCode };
    const placed = await withTriedCode(portal, tried, () =>
      placeOrder(portal, session, { body, key, language }),
    );
    // A discount of the whole price leaves nothing to pay. A trial needs a card.
    if (isFree(placed) && isPayable(placed, portal.now())) {
      await collectPayment(portal, placed.id, null);
    }
    const invoice = (await findInvoice(portal.database, placed.id)) ?? placed;
    return presentPayable(portal, invoice, { language, log });
  });
}
