import type { Period } from "../../../../src-shared/api/cart.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import type { Portal } from "../../../portal.ts";
import { insertInvoice, voidOpenSwitches } from "../invoices/invoice-store.ts";
import { enqueueMembershipMail } from "../mails/membership-mail.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import type { Payment } from "../payments/schema.ts";
import type { Invoice, Subscription } from "../schema.ts";
import { beginCharge, charge } from "../renewals/collect.ts";
import { reminderLead } from "../renewals/remind.ts";
import { periodInvoice } from "../renewals/renew.ts";
import { periodEnd } from "./period.ts";
import { requireBought } from "./renewal.ts";
import { planSwitch, type Switch } from "./switch.ts";
import { updateSubscription } from "./subscription-store.ts";

/** How long the page on which a switch is confirmed can be used, in ms: the credit is that of now. */
const switchLife = 60 * 60_000;

/** Notes a change for the end of the paid period. */
async function planChange(
  tx: Database,
  { id }: Subscription,
  { plan, on }: Switch,
  portal: PaymentPortal,
): Promise<void> {
  const { sku, period, price } = plan;
  // Within the time of reminders, the mail about the change is the reminder.
  const remindedOf = on.getTime() - portal.now().getTime() <= reminderLead ? on : null;
  const planned = { nextSku: sku, nextPeriod: period, nextPrice: price.amount, remindedOf };
  await updateSubscription(tx, id, planned);
  await enqueueMembershipMail(portal, tx, {
    kind: "switch-planned",
    subscriptionId: id,
    invoiceId: null,
  });
}

/** Opens the invoice of a change that begins now. Returns the payment to charge, if there is one. */
async function openSwitch(
  tx: Database,
  subscription: Subscription,
  { plan, unused, on }: Switch,
  portal: PaymentPortal,
): Promise<Payment | null> {
  await voidOpenSwitches(tx, subscription.id);
  const invoice: Invoice = await periodInvoice(tx, subscription, {
    reason: "switch",
    periodStart: on,
    periodEnd: periodEnd(on, plan.period),
    expiresAt: new Date(on.getTime() + switchLife),
    plan,
    unused,
    portal,
  });
  await insertInvoice(tx, invoice);
  return beginCharge(tx, invoice, portal);
}

/**
 * Changes the period of a user's membership: to a longer one now, for what the preview says, to a shorter one
 * at the end of the paid period. Throws `no-subscription`, `switch-impossible`, `price-changed` and
 * `payment-declined`; nothing is changed then. Returns the invoice that the bank wants to be confirmed, else
 * null.
 */
export async function switchPeriod(
  portal: Portal,
  userId: string,
  { to, dueNow }: { to: Period; dueNow: number },
): Promise<string | null> {
  const payment = await portal.database.transaction(async (tx) => {
    const now = portal.now();
    const subscription = await requireBought(tx, userId, now);
    const planned = await planSwitch(tx, subscription, { to, now });
    if (dueNow !== (planned.isNow ? planned.charge.total : 0)) throw new ApiError("price-changed");
    if (planned.isNow) return openSwitch(tx, subscription, planned, portal);
    await planChange(tx, subscription, planned, portal);
    return null;
  });
  if (!payment) return null;
  const result = await charge(portal, payment);
  if (result.status === "failed") throw new ApiError("payment-declined");
  return result.status === "requires_action" ? payment.invoiceId : null;
}

/** Takes back a change that has not begun. Throws `no-subscription`. */
export const undoSwitchOf = (portal: Portal, userId: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const { id } = await requireBought(tx, userId, portal.now());
    const undone = { nextSku: null, nextPeriod: null, nextPrice: null, remindedOf: null };
    await updateSubscription(tx, id, undone);
  });
