import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { findLastPaid, runsUntil, updateInvoice } from "./invoices.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { callOffSwitches } from "./void-unpaid.ts";
import {
  liveMembership,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";

/** A subscription's end, and the day that its periods are counted from. */
type End = { endsAt: Date; anchorAt: Date | null };

/** Returns the membership that runs until a time ahead, locked. Throws `no-subscription`, `conflict` if unpaid. */
async function lockRunning(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription & { endsAt: Date }> {
  await lockUser(tx, userId);
  const live = await liveMembership(tx, userId, now);
  if (!live?.endsAt || live.status === "pending") throw new ApiError("no-subscription");
  const { endsAt } = live;
  if (live.status === "past_due" || endsAt <= now) throw new ApiError("conflict");
  return { ...live, endsAt };
}

/** Moves the end of the period and the next charge. Throws `conflict` while a change is being charged. */
async function moveEnd(
  tx: Database,
  subscription: Subscription & { endsAt: Date },
  { endsAt, anchorAt }: End,
  portal: PaymentPortal,
): Promise<void> {
  const { id, source } = subscription;
  await updateSubscription(tx, id, { endsAt, anchorAt });
  if (source !== "purchase") return;
  await callOffSwitches(tx, subscription, portal);
  const invoice = await findLastPaid(tx, id);
  if (!invoice || runsUntil(invoice)?.getTime() !== subscription.endsAt.getTime()) return;
  const { periodEnd } = invoice;
  // Extensions from before `extended_until` existed had moved the end of the period itself; this takes one of them back.
  const isShorter = periodEnd !== null && endsAt < periodEnd;
  const isAsPaid = isShorter || periodEnd?.getTime() === endsAt.getTime();
  await updateInvoice(tx, invoice.id, {
    extendedUntil: isAsPaid ? null : endsAt,
    ...(isShorter && { periodEnd: endsAt }),
  });
}

/** Returns the same hour of the seller's clock a number of days later: what ends at midnight goes on to do so. */
function daysLater(time: Date, days: number, timeZone: string): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(at.add({ days }).epochMilliseconds);
}

/** Adds days to the present period for free. Returns its ends. Throws `no-subscription`, `conflict`. */
export async function extendMembership(
  portal: PaymentPortal,
  tx: Database,
  userId: string,
  days: number,
): Promise<{ before: End; endsAt: Date }> {
  const running = await lockRunning(tx, userId, portal.now());
  const endsAt = daysLater(running.endsAt, days, portal.brand.timeZone);
  const isBought = running.source === "purchase";
  await moveEnd(tx, running, { endsAt, anchorAt: isBought ? endsAt : running.anchorAt }, portal);
  return { before: { endsAt: running.endsAt, anchorAt: running.anchorAt }, endsAt };
}

/** Takes an extension back. Throws `conflict` when the end was moved since, or would be over by now. */
export async function undoExtension(
  portal: PaymentPortal,
  tx: Database,
  userId: string,
  { before, endsAt }: { before: End; endsAt: Date },
): Promise<void> {
  const running = await lockRunning(tx, userId, portal.now());
  const isUnchanged = running.endsAt.getTime() === endsAt.getTime();
  if (!isUnchanged || before.endsAt <= portal.now()) throw new ApiError("conflict");
  await moveEnd(tx, running, before, portal);
}
