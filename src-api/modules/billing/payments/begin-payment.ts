import { eq } from "drizzle-orm";
import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { purchases } from "../schema.ts";
import type { Logger } from "../../../infra/services.ts";
import type { Portal } from "../../../portal.ts";
import { isPayable, type PurchaseRow } from "../checkout/purchase.ts";

/** Who reads the purchase: the payment page speaks their language, failures go to their log. */
type Reader = { language: Language; log: Logger };

/**
 * Where a purchase can be paid, opened at the provider when it is not yet; null when there is nothing
 * to pay. Throws `payments-unavailable` when the provider fails; asking again goes on from there.
 */
export async function beginPayment(
  { database, payments, now }: Portal,
  purchase: PurchaseRow,
  { language, log }: Reader,
): Promise<string | null> {
  const { id, total: amount, currency } = purchase;
  const ours = purchase.provider === payments.id;
  if (!ours || amount === 0 || !isPayable(purchase, now())) return null;
  const payment = await payments
    .open({ purchaseId: id, amount, currency, language })
    .catch((error: unknown) => {
      log.error({ err: error, purchase: id }, "payment could not be opened");
      throw new ApiError("payments-unavailable");
    });
  if (purchase.providerReference !== payment.reference) {
    const providerReference = payment.reference;
    await database.update(purchases).set({ providerReference }).where(eq(purchases.id, id));
  }
  return payment.url;
}
