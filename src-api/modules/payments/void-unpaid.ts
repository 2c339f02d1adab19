import type { Database } from "../../infra/database/connect.ts";
import {
  findLivePayment,
  findOpenSwitches,
  updateInvoice,
  type Invoice,
} from "../ledger/module.ts";
import { cancelPages, cancelWaiting } from "./cancel-waiting.ts";
import type { PaymentPortal } from "../../portal.ts";

/**
 * Voids an invoice that was not paid, with its pages and a payment that waits for its buyer. False, with nothing changed,
 * while a payment is under way: its answer decides. Lock the buyer first.
 */
export async function voidUnpaid(
  tx: Database,
  { id }: Pick<Invoice, "id">,
  portal: PaymentPortal,
): Promise<boolean> {
  const live = await findLivePayment(tx, id);
  if (live?.status === "processing") return false;
  if (live) await cancelWaiting(portal, tx, live);
  await cancelPages(portal, tx, { id });
  await updateInvoice(tx, id, { status: "void", nextTryAt: null });
  return true;
}

/**
 * Voids the subscription's changes of the period that were begun and not paid. Returns the one whose payment
 * is under way, which is left as it is.
 */
export async function voidSwitches(
  tx: Database,
  subscriptionId: string,
  portal: PaymentPortal,
): Promise<Invoice | null> {
  let underWay: Invoice | null = null;
  for (const invoice of await findOpenSwitches(tx, subscriptionId)) {
    if (!(await voidUnpaid(tx, invoice, portal))) underWay = invoice;
  }
  return underWay;
}
