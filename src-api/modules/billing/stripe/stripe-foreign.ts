import type { Stripe } from "stripe";
import type {
  ForeignCustomer,
  ForeignSubscription,
  GivenCard,
  PaymentProvider,
} from "#api/infra/payment-provider.ts";
import type { WayToPay } from "#shared/ways-to-pay.ts";
import {
  amountOf,
  cardOf,
  findObject,
  idOf,
  ignoreRefusal,
  timeOf,
  wayOf,
} from "./stripe-objects.ts";

/** Expanded when a subscription is read: they show what is paid, and with which card. */
const parts = ["default_payment_method", "latest_invoice"];

/** Metadata written in the call that ends a subscription: tells it from one that its member has cancelled. */
const takenOverMark = { ringside: "taken-over" };

const secondsToDate = (seconds: number): Date => new Date(seconds * 1000);

/** Returns whether Stripe will charge the next period. */
const isRunning = ({ status }: Stripe.Subscription): boolean =>
  status === "active" || status === "trialing";

const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === "canceled" || status === "incomplete_expired";

const latestOf = ({ latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof latest === "object" ? latest : null;

/** Returns whether the current period is paid. It is not while its invoice is a draft, for about an hour. */
function isPeriodPaid(subscription: Stripe.Subscription): boolean {
  const latest = latestOf(subscription);
  // Without an invoice the first period is free, such as that of a subscription that was migrated to Stripe.
  return latest ? latest.status === "paid" : isRunning(subscription);
}

function priceOf({ price, quantity = 1 }: Stripe.SubscriptionItem) {
  const { unit_amount: amount, currency, recurring } = price;
  const isOne = recurring?.interval_count === 1;
  return {
    price: amount === null ? null : amountOf(amount * quantity, currency),
    period:
      isOne && recurring.interval === "month"
        ? ("monthly" as const)
        : isOne && recurring.interval === "year"
          ? ("yearly" as const)
          : null,
  };
}

/** Converts a subscription that was read with `parts`. In newer versions of the API its items have the periods. */
function subscriptionOf(found: Stripe.Subscription): ForeignSubscription {
  const items = found.items.data;
  const isPaid = isPeriodPaid(found);
  const ends = items.map((item) => (isPaid ? item.current_period_end : item.current_period_start));
  const periodEnd = secondsToDate(Math.max(...ends, 0));
  const end = Math.max(...items.map((item) => item.current_period_end), 0);
  const willEnd =
    found.cancel_at_period_end || (found.cancel_at !== null && found.cancel_at <= end);
  // Stripe goes on charging an unpaid period, even if the subscription ends with it.
  const isEnding = willEnd && isPaid && isRunning(found);
  const [item] = items;
  return {
    reference: found.id,
    status: isOver(found) ? "ended" : isEnding ? "ending" : "alive",
    takenOver: found.metadata["ringside"] === takenOverMark.ringside,
    periodEnd,
    anchor: secondsToDate(found.billing_cycle_anchor),
    ...(items.length === 1 && item ? priceOf(item) : { price: null, period: null }),
  };
}

/** Returns whether a card's last month is over. */
function isExpired({ card }: Stripe.PaymentMethod, now: Date): boolean {
  if (!card) return false;
  const { exp_month: month, exp_year: year } = card;
  return Date.UTC(year, month) <= now.getTime(); // its months are counted from 0: this is the next one
}

/**
 * Returns what a member's renewals are charged to: the subscription's own card or account, else the customer's default, else the
 * newest card. A member who pays in a way that is not offered here has none: an older card was not given for this.
 */
async function givenCardOf(
  stripe: Stripe,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription | undefined,
  { ways, now }: { ways: readonly WayToPay[]; now: Date },
): Promise<GivenCard | null> {
  const read = (id: string) => findObject(stripe.customers.retrievePaymentMethod(customer.id, id));
  const chosen =
    subscription?.default_payment_method ??
    subscription?.default_source ??
    customer.invoice_settings.default_payment_method ??
    customer.default_source;
  const id = idOf(chosen);
  const preferred = id === null ? undefined : await read(id);
  if (preferred && !(cardOf(preferred, null) && ways.includes(wayOf(preferred)))) return null;
  const all = (await stripe.customers.listPaymentMethods(customer.id, { limit: 100 })).data;
  const methods = preferred ? [preferred, ...all] : all;
  const method = methods.find((one) => (one.card || one === preferred) && !isExpired(one, now));
  const card = cardOf(method, customer.id);
  return card && method ? { card, givenAt: timeOf(method) } : null;
}

/** Returns a member's customer of a former site, with subscriptions and card; null if Stripe knows neither reference. */
export async function foreignCustomer(
  stripe: Stripe,
  { customer: known, subscription: named, ways }: Parameters<PaymentProvider["foreignCustomer"]>[0],
  now: Date,
): Promise<ForeignCustomer | null> {
  const first = named ? await findObject(stripe.subscriptions.retrieve(named)) : undefined;
  const id = known ?? idOf(first?.customer);
  const customer = id === null ? undefined : await findObject(stripe.customers.retrieve(id));
  if (!customer) return null;
  // Stripe still knows a deleted customer, whose subscriptions it has ended; it does not know one of another account.
  if (customer.deleted) return { customer: customer.id, subscriptions: [], card: null };
  const subscriptions: Stripe.Subscription[] = [];
  const expand = parts.map((part) => `data.${part}`);
  const filter = { customer: customer.id, status: "all", limit: 100, expand } as const;
  for await (const one of stripe.subscriptions.list(filter)) subscriptions.push(one);
  const paying =
    subscriptions.find((one) => one.id === named) ??
    subscriptions.find((one) => !isOver(one)) ??
    subscriptions[0];
  return {
    customer: customer.id,
    subscriptions: subscriptions.map(subscriptionOf),
    card: await givenCardOf(stripe, customer, paying, { ways, now }),
  };
}

/** Ends a subscription: at the end of its period if that is paid, else at once. Returns null if Stripe does not know it. */
export async function endForeign(
  stripe: Stripe,
  reference: string,
): Promise<ForeignSubscription | null> {
  const read = () => findObject(stripe.subscriptions.retrieve(reference, { expand: parts }));
  const found = await read();
  if (!found) return null;
  if (isOver(found) || subscriptionOf(found).status === "ending") return subscriptionOf(found);
  // A schedule would override the end.
  const schedule = idOf(found.schedule);
  if (schedule) await stripe.subscriptionSchedules.release(schedule);
  if (isRunning(found)) {
    const ending = { cancel_at_period_end: true, proration_behavior: "none" } as const;
    await stripe.subscriptions.update(reference, { ...ending, metadata: takenOverMark });
  } else {
    // Otherwise Stripe would go on trying to charge what is charged here.
    await stripe.subscriptions.update(reference, { metadata: takenOverMark });
    await ignoreRefusal(stripe.subscriptions.cancel(reference, { prorate: false }));
    const latest = latestOf(found);
    if (latest?.status === "open") await ignoreRefusal(stripe.invoices.voidInvoice(latest.id));
  }
  const ended = await read();
  return ended ? subscriptionOf(ended) : null;
}
