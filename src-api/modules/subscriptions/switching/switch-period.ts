import type { Period } from "#shared/api/cart.ts";
import { hourMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Logger } from "#api/infra/services.ts";
import type { Portal, PaymentPortal } from "#api/portal.ts";
import {
  findInvoice,
  findLastPaid,
  findLivePayment,
  insertInvoice,
  isPayable,
  type Invoice,
  type Payment,
} from "../../ledger/module.ts";
import {
  enqueueMembershipMail,
  updateSubscription,
  type Subscription,
} from "../../membership/module.ts";
import {
  beginCharge,
  charge,
  isUnanswered,
  recordSwitch,
  voidSwitches,
} from "../../payments/module.ts";
import { reminderLeadMs } from "../renewals/upcoming-charge.ts";
import { periodInvoice } from "../renewals/renewals.ts";
import { periodEnd } from "../../catalogue/module.ts";
import { requireBought } from "../cancel.ts";
import { planSwitch, type Switch } from "./switch.ts";

/** How long the page on which a switch is confirmed can be used: the credit is that of now. */
const switchLifeMs = hourMs;

/** Notes a change for the end of the paid period. Repeating it changes nothing. */
async function planChange(
  tx: Database,
  { id, userId, nextSku, nextPrice }: Subscription,
  { plan, on }: Switch,
  portal: PaymentPortal,
): Promise<void> {
  const { sku, period, price } = plan;
  if (nextSku === sku && nextPrice === price.amount) return;
  // Within the time of reminders, the mail about the change is the reminder.
  const remindedOf = on.getTime() - portal.now().getTime() <= reminderLeadMs ? on : null;
  const planned = { nextSku: sku, nextPeriod: period, nextPrice: price.amount, remindedOf };
  await updateSubscription(tx, id, planned);
  await enqueueMembershipMail(portal, tx, {
    kind: "switch-planned",
    subscriptionId: id,
    invoiceId: null,
  });
  await recordSwitch(tx, userId, { plan: period }, portal.now());
}

/** What is left to do for a change: the payment to charge, or the invoice that its user pays on a page. */
type Begun = { invoiceId: string; payment: Payment | null } | null;

/** Returns when the period of a change begins: no two of a subscription begin in the same ms. */
async function beginningOf(tx: Database, { id }: Subscription, { on }: Switch): Promise<Date> {
  const present = (await findLastPaid(tx, id))?.periodStart?.getTime() ?? 0;
  return new Date(Math.max(on.getTime(), present + 1));
}

/** Opens the invoice of a change that begins now. */
async function openSwitch(
  tx: Database,
  subscription: Subscription,
  planned: Switch,
  portal: PaymentPortal,
): Promise<Begun> {
  const { plan, unused, on } = planned;
  const periodStart = await beginningOf(tx, subscription, planned);
  const invoice: Invoice = await periodInvoice(tx, subscription, {
    reason: "switch",
    periodStart,
    periodEnd: periodEnd(periodStart, plan.period),
    expiresAt: new Date(on.getTime() + switchLifeMs),
    plan,
    unused,
    portal,
  });
  await insertInvoice(tx, invoice);
  return { invoiceId: invoice.id, payment: await beginCharge(tx, invoice, portal) };
}

/** What a user agreed to: the new period, and what is due now, in minor units. */
type Agreed = { to: Period; dueNow: number };

/** Returns an earlier charge without an answer, to be repeated. Throws `conflict` while another is under way. */
async function findUnanswered(
  tx: Database,
  { id }: Subscription,
  { to, dueNow }: Agreed,
  portal: PaymentPortal,
): Promise<Begun> {
  const invoice = await voidSwitches(tx, id, portal);
  if (!invoice) return null;
  const payment = await findLivePayment(tx, invoice.id);
  const isSame = invoice.period === to && invoice.total === dueNow;
  if (!payment || !isSame || !isUnanswered(payment)) throw new ApiError("conflict");
  return { invoiceId: invoice.id, payment };
}

const begin = (portal: PaymentPortal, userId: string, agreed: Agreed): Promise<Begun> =>
  portal.database.transaction(async (tx) => {
    const { to, dueNow } = agreed;
    const now = portal.now();
    const subscription = await requireBought(tx, userId, now);
    const unanswered = await findUnanswered(tx, subscription, agreed, portal);
    if (unanswered) return unanswered;
    const planned = await planSwitch(tx, subscription, { to, now });
    if (dueNow !== (planned.isNow ? planned.charge.total : 0)) throw new ApiError("price-changed");
    if (planned.isNow) return openSwitch(tx, subscription, planned, portal);
    await planChange(tx, subscription, planned, portal);
    return null;
  });

/**
 * Changes the period of a user's membership: to a longer one now, for what the preview says, to a shorter one
 * at the end of the paid period. Throws `no-subscription`, `switch-impossible`, `conflict`, `price-changed`
 * and `payment-declined`; nothing is changed then. After `payments-unavailable` the same call can be repeated:
 * it charges nothing twice. Returns the invoice that its user has to pay on a page, else null: there is no
 * card, or the bank wants a confirmation.
 */
export async function switchPeriod(
  portal: Portal,
  userId: string,
  agreed: Agreed,
  log: Logger,
): Promise<string | null> {
  const begun = await begin(portal, userId, agreed);
  if (!begun) return null;
  const { invoiceId, payment } = begun;
  if (payment) {
    const { status } = await charge(portal, payment).catch((error: unknown) => {
      log.error({ err: error, invoice: invoiceId }, "the card could not be charged");
      throw new ApiError("payments-unavailable");
    });
    if (status === "failed") throw new ApiError("payment-declined");
  }
  const invoice = await findInvoice(portal.database, invoiceId);
  return invoice && isPayable(invoice, portal.now()) ? invoiceId : null;
}

/** Takes back a change that has not begun. Throws `no-subscription`. */
export const undoSwitchOf = (portal: Portal, userId: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const { id, period, nextSku } = await requireBought(tx, userId, portal.now());
    if (nextSku === null) return;
    const undone = { nextSku: null, nextPeriod: null, nextPrice: null, remindedOf: null };
    await updateSubscription(tx, id, undone);
    await recordSwitch(tx, userId, { plan: period, undone: true }, portal.now());
  });
