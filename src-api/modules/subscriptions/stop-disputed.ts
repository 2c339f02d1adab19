import { providerActor } from "../../infra/audit/record-act.ts";
import type { PaymentPortal, Portal } from "../../portal.ts";
import { findInvoice } from "../ledger/module.ts";
import { findBought } from "../membership/module.ts";
import { disputeJob } from "../payments/module.ts";
import { setRenewal } from "./renewal.ts";

/** Cancels the membership that was paid by a disputed payment: nothing more is charged. */
async function stopRenewal(portal: PaymentPortal, invoiceId: string): Promise<void> {
  const { database, now } = portal;
  const invoice = await findInvoice(database, invoiceId);
  const bought = invoice?.userId && (await findBought(database, invoice.userId, now()));
  if (!bought || bought.id !== invoice.subscriptionId) return;
  await setRenewal(portal, bought.userId, { renews: false, actor: providerActor });
}

/** Registers the job that cancels memberships whose payment is disputed. */
export const handleDisputes = (portal: Portal): void =>
  portal.jobs.handle(disputeJob, ({ invoiceId }) => stopRenewal(portal, invoiceId));
