import type { Database } from "#api/infra/database/connect.ts";
import { findInvoice } from "../../ledger/module.ts";
import { enqueueFailedRefund, type FailedRefund } from "../payment-mail.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { recordEvent } from "../provider-event-store.ts";

/** Records that a refund has failed, and enqueues the mail to the owner of the portal, once. */
export async function reportFailedRefund(
  portal: PaymentPortal,
  tx: Database,
  failed: FailedRefund,
): Promise<void> {
  const invoice = await findInvoice(tx, failed.invoiceId);
  if (!invoice) return;
  const id = `failed-${failed.number ?? failed.refund}`;
  const event = { provider: invoice.provider, id, type: "refund.failed" };
  const isNew = await recordEvent(tx, event, portal.now());
  if (isNew) await enqueueFailedRefund(portal, tx, failed);
}
