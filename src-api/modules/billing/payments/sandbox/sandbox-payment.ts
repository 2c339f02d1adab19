import { isPaid, isPayable } from "../../checkout/purchase.ts";
import { declineUnpaid, findPurchase } from "../../checkout/purchase-store.ts";
import type { PaymentPortal } from "../../invoices/receipt-mail.ts";
import type { Portal } from "../../../../portal.ts";
import type { PurchaseRow } from "../../schema.ts";
import { takePayment } from "../take-payment.ts";
import { leaveUrl, membershipUrl, sandboxId, successUrl } from "./sandbox-links.ts";
import { checkCard, type CardErrors, type CardInput, type TestOutcome } from "./test-cards.ts";

type SandboxPortal = PaymentPortal & Pick<Portal, "config">;

/** How long the card that settles late takes to settle, in ms. */
const settlingTime = 15_000;

/** What is sent from a payment page: the card, and the answer to the bank once it was asked for. */
export type CardForm = CardInput & { confirmed?: "yes" | "no" | undefined };

/** Why nothing can be paid; keys of `locales/en/payments.json`. */
export type Ending = "missing" | "closed" | "subscribed" | "failed";

/** What the buyer sees next. */
export type Step =
  | {
      show: "card";
      purchase: PurchaseRow;
      input: CardInput;
      errors?: CardErrors;
      /** Why the try before failed: by the card, or by the buyer's answer to the bank. */
      notice?: "declined" | "refused";
    }
  | { show: "bank"; purchase: PurchaseRow; input: CardInput }
  | { show: "ending"; why: Ending; url?: string }
  | { show: "portal"; url: string };

/** Returns the step for a purchase that cannot be paid here, else the purchase. */
async function findPayable(
  { database, config, now }: SandboxPortal,
  purchaseId: string,
): Promise<{ purchase: PurchaseRow } | { step: Step }> {
  const purchase = await findPurchase(database, purchaseId);
  if (purchase?.provider !== sandboxId) return { step: { show: "ending", why: "missing" } };
  if (isPaid(purchase)) return { step: { show: "portal", url: successUrl(config, purchase) } };
  if (isPayable(purchase, now())) return { purchase };
  return { step: { show: "ending", why: "closed", url: leaveUrl(config, purchase) } };
}

/** Opens the payment page of a purchase. */
export async function openPaymentPage(portal: SandboxPortal, purchaseId: string): Promise<Step> {
  const found = await findPayable(portal, purchaseId);
  if ("step" in found) return found.step;
  const { purchase } = found;
  return { show: "card", purchase, input: { number: "", expiry: "", cvc: "" } };
}

/** Records the failed try and shows the form again, for another card. */
async function decline(
  portal: SandboxPortal,
  purchase: PurchaseRow,
  input: CardInput,
  notice: "declined" | "refused",
): Promise<Step> {
  await declineUnpaid(portal.database, purchase.id);
  return { show: "card", purchase: { ...purchase, status: "declined" }, input, notice };
}

async function charge(
  portal: SandboxPortal,
  purchase: PurchaseRow,
  outcome: TestOutcome,
): Promise<Step> {
  const { config, now } = portal;
  const late = new Date(now().getTime() + settlingTime);
  const taken = await takePayment(portal, purchase.id, {
    reference: `sandbox_${purchase.id}`,
    settlesAt: outcome === "settlesLate" ? late : null,
  });
  if (taken === "paid") return { show: "portal", url: successUrl(config, purchase) };
  if (taken === "closed") {
    return { show: "ending", why: "closed", url: leaveUrl(config, purchase) };
  }
  return { show: "ending", why: "subscribed", url: membershipUrl(config) };
}

/** Pays a purchase with a test card. */
export async function payWithCard(
  portal: SandboxPortal,
  purchaseId: string,
  { confirmed, ...input }: CardForm,
): Promise<Step> {
  const found = await findPayable(portal, purchaseId);
  if ("step" in found) return found.step;
  const { purchase } = found;
  const checked = checkCard(input, portal.now());
  if ("errors" in checked) return { show: "card", purchase, input, errors: checked.errors };
  const { outcome } = checked;
  if (outcome === "declined") return decline(portal, purchase, input, "declined");
  if (outcome === "secondStep" && confirmed === "no") {
    return decline(portal, purchase, input, "refused");
  }
  if (outcome === "secondStep" && confirmed !== "yes") return { show: "bank", purchase, input };
  return charge(portal, purchase, outcome);
}
