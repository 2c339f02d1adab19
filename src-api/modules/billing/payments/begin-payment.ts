import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Logger } from "../../../infra/services.ts";
import type { Portal } from "../../../portal.ts";
import { isPayable } from "../checkout/purchase.ts";
import { updatePurchase } from "../checkout/purchase-store.ts";
import type { PurchaseRow } from "../schema.ts";

/** Language of the payment page, and the log of the request. */
type Context = { language: Language; log: Logger };

/**
 * Returns the address where a purchase can be paid, after opening the payment at the provider; null when
 * there is nothing to pay. Throws `payments-unavailable` when the provider fails; call it again later.
 */
export async function beginPayment(
  { database, payments, now }: Portal,
  purchase: PurchaseRow,
  { language, log }: Context,
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
    await updatePurchase(database, id, { providerReference: payment.reference });
  }
  return payment.url;
}
