import * as z from "zod/mini";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal, PaymentPortal } from "#api/portal.ts";
import {
  findLivePayment,
  findUnpaidRenewal,
  isPayable,
  updateInvoice,
} from "../../ledger/module.ts";
import { cancelWaiting } from "../cancel-waiting.ts";
import { lockLive } from "../../membership/module.ts";
import { collect } from "./collect.ts";

const collectJob = defineJob({
  name: "billing.collect",
  payload: z.object({ invoiceId: z.string() }),
});

/**
 * Charges a user's renewal that was not paid once this is committed: there is another card. While a charge of
 * the card before is under way, its answer comes first.
 */
export async function retryWithNewCard(
  portal: PaymentPortal,
  tx: Database,
  userId: string,
): Promise<void> {
  const now = portal.now();
  const subscription = await lockLive(tx, userId);
  const invoice = subscription && (await findUnpaidRenewal(tx, subscription.id));
  if (!invoice || !isPayable(invoice, now)) return;
  const live = await findLivePayment(tx, invoice.id);
  if (live?.status === "processing") return;
  if (live) await cancelWaiting(portal, tx, live);
  await updateInvoice(tx, invoice.id, { nextTryAt: now });
  await portal.jobs.enqueue(tx, collectJob, { invoiceId: invoice.id });
}

/** Registers the job that charges another card. */
export const handleNewCards = (portal: Portal): void =>
  portal.jobs.handle(collectJob, ({ invoiceId }) => collect(portal, invoiceId));
