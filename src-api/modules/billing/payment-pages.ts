import { randomUUID } from "node:crypto";
import type { Database } from "#api/infra/database/connect.ts";
import {
  type ChargeResult,
  type PageStatus,
  type PaymentProvider,
  type ProviderCharge,
  providerOf,
} from "#api/infra/payment-provider.ts";
import type { PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { chargesElsewhere } from "./foreign-customers.ts";
import {
  cancelWaiting,
  findInvoice,
  findLivePayment,
  findPages,
  findPaymentByReference,
  invoiceUnpaid,
  isPaid,
  isPayable,
  lockCode,
  lockInvoice,
  type PaymentPage,
  updateInvoice,
} from "./invoices.ts";
import { membershipLine, recurringDiscountOf } from "./prices.ts";
import { type DiscountCode, type Invoice, invoices, paymentPages } from "./schema.ts";
import {
  insertSubscription,
  isGrantWithEnd,
  isInForce,
  liveMembership,
  lockSubscription,
  subscriptions,
  unplanned,
} from "#api/modules/membership/module.ts";
import { cardName, findCard, forgetUnused, type PageContext, saveCard } from "./cards.ts";
import { returnPayment } from "./refund.ts";
import { describeFirstCharge, trialDaysOf, useTrial } from "./trial.ts";
import { insertPayment, recordPayment, settleInvoice } from "./payments.ts";
import type { Language } from "#shared/languages.ts";
import { type WayToPay, wayNames, waysFor } from "#shared/ways-to-pay.ts";
import { routePath } from "#shared/routes.ts";
import type { Config } from "#api/config.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { isLoopback } from "#api/infra/loopback.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { and, eq, isNotNull, ne } from "#api/infra/database/drizzle.ts";

/** Keeps a page that was opened for an invoice. */
const insertPage = (database: Database, page: PaymentPage) =>
  database.insert(paymentPages).values(page).onConflictDoNothing();

type PageKey = Pick<PaymentPage, "provider" | "reference">;

/** Forgets a page on which nothing can be paid any more. */
const deletePage = (database: Database, { provider, reference }: PageKey) =>
  database
    .delete(paymentPages)
    .where(and(eq(paymentPages.provider, provider), eq(paymentPages.reference, reference)));

/** Returns the other orders of a membership that the buyer of an order has open. */
async function findOpenMemberships(
  database: Database,
  { id, userId }: Invoice,
): Promise<Invoice[]> {
  if (userId === null) return [];
  return database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.userId, userId),
        ne(invoices.id, id),
        eq(invoices.reason, "checkout"),
        isNotNull(invoices.period),
        invoiceUnpaid,
      ),
    );
}

/**
 * Reserves the one live subscription: a new one, or a grant with an end, which becomes the bought subscription. Returns its id, null
 * without a membership in the order, false if there is another subscription.
 */
async function reserveSubscription(
  tx: Database,
  invoice: Invoice & { userId: string },
  { now, code }: { now: Date; code: DiscountCode | undefined },
): Promise<string | null | false> {
  const line = membershipLine(invoice.lines);
  if (!line) return null;
  const live = await liveMembership(tx, invoice.userId, now);
  if (await chargesElsewhere(tx, invoice.userId)) return false;
  if (live && isGrantWithEnd(live)) {
    const isOther = and(eq(invoices.subscriptionId, live.id), eq(invoices.status, "pending"));
    return (await tx.$count(invoices, isOther)) === 0 && live.id;
  }
  const id = randomUUID();
  const inserted = await insertSubscription(tx, {
    ...unplanned,
    id,
    userId: invoice.userId,
    source: "purchase",
    status: "pending",
    sku: line.sku,
    period: line.period ?? null,
    price: line.unitPrice.amount,
    currency: line.unitPrice.currency,
    startedAt: now,
    anchorAt: now,
    endsAt: null,
    cancelAtPeriodEnd: invoice.paidOnce,
    discount: code ? recurringDiscountOf(code, line) : null,
  });
  return inserted && id;
}

/** Deletes a subscription that was reserved and does not begin. */
const dropPending = (tx: Database, id: string | null) =>
  id === null
    ? undefined
    : tx
        .delete(subscriptions)
        .where(and(eq(subscriptions.id, id), eq(subscriptions.status, "pending")));

/**
 * paid: taken, now or by an earlier call; already-subscribed: nothing was charged, since the user has
 * another membership; trial-used: nothing has begun, since the buyer or the card has had a trial; closed: the invoice cannot be paid (it expired, its account or membership is gone,
 * or the card on file is being charged for it).
 */
type PaymentOutcome = "paid" | "already-subscribed" | "trial-used" | "closed";

/** Returns whether an invoice needs neither a payment nor, as a trial does, a card. */
export const isFree = (invoice: Pick<Invoice, "total" | "lines">): boolean =>
  invoice.total === 0 && trialDaysOf(invoice) === null;

/** Returns whether an order was to begin a trial that its buyer did not get. */
export const isRefusedTrial = (invoice: Invoice): boolean =>
  invoice.status === "void" && invoice.reason === "checkout" && trialDaysOf(invoice) !== null;

/** Returns the answer of a provider on whose page a buyer has paid. */
function resultOf({ reference, settlesAt }: ProviderCharge): ChargeResult {
  if (settlesAt === null) return { status: "succeeded", reference };
  const at = settlesAt === "unknown" ? null : settlesAt.toISOString();
  return { status: "processing", reference, settlesAt: at };
}

/** Returns what a buyer has paid with, as it is shown; null for a card that is not known. */
function nameOf({ way, card }: ProviderCharge): string | null {
  if (card) return cardName(card.card);
  return way === "card" ? null : wayNames[way];
}

/** Returns whether what an invoice is paid with is stored for renewals. */
const isStored = ({ subscriptionId, lines, paidOnce }: Invoice): boolean =>
  !paidOnce && (subscriptionId !== null || membershipLine(lines) !== null);

/** Returns how an invoice can be paid. A trial takes a card, by which a second one is known. */
export const waysOf = ({ brand }: Pick<Portal, "brand">, invoice: Invoice): WayToPay[] =>
  trialDaysOf(invoice) === null
    ? waysFor(brand.waysToPay, { currency: invoice.currency, stored: isStored(invoice) })
    : ["card"];

/** Gives up a payment that waited for its buyer, since the buyer now pays on a page. False: one is under way. */
async function giveUpWaiting(
  portal: TransactionPortal,
  tx: Database,
  invoiceId: string,
): Promise<boolean> {
  const live = await findLivePayment(tx, invoiceId);
  if (live?.status !== "requires_action") return live === undefined;
  await cancelWaiting(portal, tx, live);
  return true;
}

/** Makes sure that an invoice can begin, prolong or change its subscription. Returns why it cannot, or null. */
async function claimSubscription(
  tx: Database,
  invoice: Invoice & { userId: string },
  { now, code }: { now: Date; code: DiscountCode | undefined },
): Promise<PaymentOutcome | { subscriptionId: string | null }> {
  if (invoice.reason === "checkout") {
    const reserved = await reserveSubscription(tx, invoice, { now, code });
    return reserved === false ? "already-subscribed" : { subscriptionId: reserved };
  }
  const { subscriptionId } = invoice;
  const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
  return subscription && isInForce(subscription, now) ? { subscriptionId } : "closed";
}

async function collect(
  portal: TransactionPortal,
  tx: Database,
  invoiceId: string,
  { charge, page }: { charge: ProviderCharge | null; page: PageKey | null },
): Promise<PaymentOutcome> {
  const reserved = await findInvoice(tx, invoiceId);
  if (reserved?.userId) await lockUser(tx, reserved.userId);
  // Before the order: when that expires, a limited code is either paid for or free again, never both.
  const code = reserved?.discount ? await lockCode(tx, reserved.discount.code) : undefined;
  const invoice = await lockInvoice(tx, invoiceId);
  const now = portal.now();
  if (!invoice) return "closed";
  if (isPaid(invoice)) return "paid";
  const provider = page?.provider ?? invoice.provider;
  if (!isPayable(invoice, now)) return "closed";
  if (!(await giveUpWaiting(portal, tx, invoiceId))) return "closed";
  const claimed = await claimSubscription(tx, invoice, { now, code });
  if (typeof claimed === "string") {
    await updateInvoice(tx, invoiceId, { status: "declined" });
    return claimed;
  }
  if (trialDaysOf(invoice) !== null) {
    const card = charge?.card?.card;
    if (!card) throw new Error("A trial needs a card.");
    if (!(await useTrial(tx, invoice.userId, { provider, card }, now))) {
      await dropPending(tx, claimed.subscriptionId);
      await updateInvoice(tx, invoiceId, { status: "void" });
      if (page) await deletePage(tx, page);
      return "trial-used";
    }
  }
  await updateInvoice(tx, invoiceId, claimed);
  if (charge?.card && claimed.subscriptionId && isStored({ ...invoice, ...claimed })) {
    await saveCard(tx, { userId: invoice.userId, provider }, charge.card);
  }
  if (page) await deletePage(tx, page);
  if (charge && invoice.total > 0) {
    const by = {
      provider,
      way: charge.way,
      card: nameOf(charge),
      cardReference: null,
      cardCustomer: null,
    };
    const payment = await insertPayment(tx, invoice, by, now);
    await recordPayment(portal, tx, payment, resultOf(charge));
  } else await settleInvoice(portal, tx, { ...invoice, ...claimed }, now);
  return "paid";
}

/**
 * Takes a payment that a buyer made exactly once, however many calls there are: payment, status,
 * membership, receipt number and the job that mails the receipt are written in one transaction.
 *
 * @param charge null when there is nothing to charge (a discount of the whole price); the card of a trial
 * @param page where it was paid; null for the sandbox, which takes it at once
 */
export const collectPayment = (
  portal: PaymentPortal,
  invoiceId: string,
  charge: ProviderCharge | null,
  page: PageKey | null = null,
): Promise<PaymentOutcome> =>
  portal.database.transaction((tx) => collect(portal, tx, invoiceId, { charge, page }));

type PaidPage = Extract<PageStatus, { status: "paid" }>;

/** Closes the pages of the buyer's other orders of a membership: only one can be had. */
async function closeOtherPages(portal: PaymentPortal, invoice: Invoice): Promise<void> {
  const others = await findOpenMemberships(portal.database, invoice);
  const pages = await findPages(
    portal.database,
    others.map(({ id }) => id),
  );
  // One that stays open and is paid after all is paid back.
  await Promise.allSettled(
    pages.map(async (page) => providerOf(portal, page).cancel(page.reference)),
  );
}

async function collectFromPage(
  portal: PaymentPortal,
  invoice: Invoice,
  key: PageKey,
  page: PaidPage,
): Promise<"collected" | "returned" | "undecided"> {
  const { id, total, currency, period } = invoice;
  const { provider } = key;
  if (page.amount !== total || (total > 0 && page.currency !== currency)) {
    throw new Error(`The payment ${page.charge.reference} is not what the invoice ${id} asks for.`);
  }
  const outcome = await collectPayment(portal, id, page.charge, key);
  const { reference } = page.charge;
  const isCollected =
    outcome === "paid" &&
    (total === 0 || (await findPaymentByReference(portal.database, { provider, reference })));
  if (isCollected) {
    if (period) await closeOtherPages(portal, invoice);
    return "collected";
  }
  if (total > 0) {
    // A debit can be paid back once the bank has paid it: the page is asked again.
    if (page.charge.settlesAt !== null) return "undecided";
    await returnPayment(portal, invoice, { ...page, provider, reference });
  }
  const customer = page.charge.card?.card.customer;
  if (customer) await forgetUnused(portal, invoice.userId, { provider, customer });
  return "returned";
}

/**
 * Takes the payment that was made on a page, whoever notices it first: the buyer's return, the provider's
 * message, or the reconciliation, whatever has become of the invoice: what it cannot take is paid back. Repeating it
 * changes nothing. Rejects when the provider does not answer.
 */
export async function completePage(
  portal: PaymentPortal,
  invoice: Invoice,
  key: PageKey,
): Promise<PageStatus["status"]> {
  const page = await providerOf(portal, key).pageStatus(key.reference);
  if (page.status === "paid") {
    const collected = await collectFromPage(portal, invoice, key, page);
    if (collected === "undecided") return "processing";
  }
  if (page.status === "paid" || page.status === "closed") await deletePage(portal.database, key);
  return page.status;
}

/*
 * The pages of the payment providers: where they lead back to, and how they are opened.
 */

/** Returns the portal's origin, or an empty text for the same one: from `localhost` links stay relative. */
export function portalOrigin({ publicUrl }: Config): string {
  const local = publicUrl === null || isLoopback(new URL(publicUrl).hostname);
  return local ? "" : publicUrl;
}

/** The page of the portal that the payment was begun on. */
function originPath({ origin, period }: Invoice): string {
  if (origin === "subscription") return routePath("subscription");
  if (origin === "subscribe" && period) return routePath("subscribe", { subType: period });
  return routePath(origin === "registration-payment" ? "registrationPayment" : "checkout");
}

/** Returns the address to which leaving the payment page leads; it says so when the last try was declined, or a trial was refused. */
export const leaveUrl = (config: Config, invoice: Invoice): string =>
  portalOrigin(config) +
  originPath(invoice) +
  (invoice.status === "declined" ? "?payment=declined" : "") +
  (isRefusedTrial(invoice) ? "?payment=trial-used" : "");

export const successUrl = (config: Config, { id, origin }: Invoice): string =>
  portalOrigin(config) +
  (origin === "subscription"
    ? `${routePath("subscription")}?payment=paid`
    : `${routePath("subscriptionSuccess")}?purchase=${id}`);

export const membershipUrl = (config: Config): string =>
  portalOrigin(config) + routePath("membership");

/** Returns the address to which the page for another card leads back. */
export const subscriptionUrl = (config: Config): string =>
  portalOrigin(config) + routePath("subscription");

/** Returns who takes the payment of an invoice: its provider, or the present one; null when nobody does. */
async function findProvider(
  { payments: { byId, current } }: Portal,
  { provider }: Invoice,
): Promise<PaymentProvider | null> {
  const own = byId.get(provider);
  if (own && (own === current || (await own.available()))) return own;
  return (await current.available()) ? current : null;
}

/** Opens the page of an invoice, and takes the payment that was made there meanwhile. */
async function openPage(
  portal: Portal,
  provider: PaymentProvider,
  invoice: Invoice & { userId: string },
  language: Language,
): Promise<string | null> {
  const { id, userId, total: amount, currency, buyerEmail, lines, expiresAt } = invoice;
  const { database } = portal;
  const card = await findCard(database, userId);
  const opened = invoice.provider === provider.id ? invoice.providerReference : null;
  const { reference, url } = await provider.open({
    invoiceId: id,
    amount,
    currency,
    language,
    buyerEmail,
    customer: card?.provider === provider.id ? card.providerCustomer : null,
    storeCard: isStored(invoice),
    ways: waysOf(portal, invoice),
    description:
      (await describeFirstCharge(portal, invoice, language)) ??
      lines.map(({ name }) => name).join(", "),
    expiresAt,
    portalUrl: publicOrigin(portal.config),
    opened,
  });
  if (opened !== reference) {
    const changes = { provider: provider.id, providerReference: reference };
    await updateInvoice(database, id, changes);
    const page = { provider: provider.id, reference, invoiceId: id, openedAt: portal.now() };
    await insertPage(database, page);
  }
  if (url === null) await completePage(portal, invoice, { provider: provider.id, reference });
  return url;
}

/**
 * Returns the address where an invoice can be paid, after opening the payment at its provider; null when
 * there is nothing to pay (any more), or nobody takes payments. Throws `payments-unavailable` when the
 * provider fails; call it again later.
 */
export async function beginPayment(
  portal: Portal,
  invoice: Invoice,
  { language, log }: PageContext,
): Promise<string | null> {
  const { id } = invoice;
  if (isFree(invoice) || !isPayable(invoice, portal.now())) return null;
  const provider = await findProvider(portal, invoice);
  if (!provider) return null;
  return openPage(portal, provider, invoice, language).catch((error: unknown) => {
    log.error({ err: error, invoice: id }, "payment could not be opened");
    throw new ApiError("payments-unavailable");
  });
}
