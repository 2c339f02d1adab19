import { enqueueReturnedPayment } from "../payment-mail.ts";
import type { Invoice } from "../../ledger/module.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { providerOf } from "../payments.ts";
import { recordEvent } from "../provider-event-store.ts";

/** A payment to be returned; `amount` in minor units. */
type Returned = { provider: string; reference: string; amount: number; currency: string };

const prefix = "return-";

/** Returns whether the key of a refund is that of a returned payment. */
export const isReturn = (refundKey: string): boolean => refundKey.startsWith(prefix);

/**
 * Pays back what was paid for an invoice that cannot take it (a second membership, an order that was paid
 * twice or has expired, a renewal that was given up), and tells the buyer, once. Rejects when the provider
 * does not answer, or refuses.
 */
export async function returnPayment(
  portal: PaymentPortal,
  invoice: Invoice,
  { reference, amount, currency, ...paid }: Returned,
): Promise<void> {
  const provider = providerOf(portal, paid);
  const idempotencyKey = prefix + reference;
  const returned = await provider.refund({ reference, amount, currency, idempotencyKey });
  if (returned.status === "failed") {
    throw new Error(`The payment ${reference}, which buys nothing, could not be paid back.`);
  }
  await portal.database.transaction(async (tx) => {
    const event = { provider: provider.id, id: idempotencyKey, type: "payment.returned" };
    const isNew = await recordEvent(tx, event, portal.now());
    if (isNew) await enqueueReturnedPayment(portal, tx, { invoice, amount });
  });
}
