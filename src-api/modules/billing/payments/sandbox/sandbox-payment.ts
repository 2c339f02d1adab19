import { isPaid, isPayable } from "../../invoices/invoice.ts";
import { declineUnpaid, findInvoice } from "../../invoices/invoice-store.ts";
import type { PaymentPortal } from "../payment-portal.ts";
import type { Portal } from "../../../../portal.ts";
import type { Invoice } from "../../schema.ts";
import { takePayment } from "../take-payment.ts";
import { leaveUrl, membershipUrl, successUrl } from "../return-links.ts";
import { sandboxId } from "./sandbox-links.ts";
import { settlingTime } from "./sandbox.ts";
import {
  checkCard,
  firstFailures,
  type CardErrors,
  type CardInput,
  type TestOutcome,
} from "./test-cards.ts";
import type { Card } from "../provider.ts";

type SandboxPortal = PaymentPortal & Pick<Portal, "config">;

/** What is sent from a payment page: the card, and the answer to the bank once it was asked for. */
export type CardForm = CardInput & { confirmed?: "yes" | "no" | undefined };

/** Why nothing can be paid; keys of `locales/en/payments.json`. */
export type Ending = "missing" | "closed" | "subscribed" | "failed";

/** Why a try failed: by the card, or by the buyer's answer to the bank; keys of the same file. */
type Notice = "declined" | "insufficient-funds" | "expired-card" | "refused";

/** What the buyer sees next. */
export type Step =
  | {
      show: "card";
      invoice: Invoice;
      input: CardInput;
      errors?: CardErrors;
      /** Why the try before failed: by the card, or by the buyer's answer to the bank. */
      notice?: Notice;
    }
  | { show: "bank"; invoice: Invoice; input: CardInput }
  | { show: "ending"; why: Ending; url?: string }
  | { show: "portal"; url: string };

/** Returns the step for an invoice that cannot be paid here, else the invoice. */
async function findPayable(
  { database, config, now }: SandboxPortal,
  invoiceId: string,
): Promise<{ invoice: Invoice } | { step: Step }> {
  const invoice = await findInvoice(database, invoiceId);
  if (invoice?.provider !== sandboxId) return { step: { show: "ending", why: "missing" } };
  if (isPaid(invoice)) return { step: { show: "portal", url: successUrl(config, invoice) } };
  if (isPayable(invoice, now())) return { invoice };
  return { step: { show: "ending", why: "closed", url: leaveUrl(config, invoice) } };
}

/** Opens the payment page of an invoice. */
export async function openPaymentPage(portal: SandboxPortal, invoiceId: string): Promise<Step> {
  const found = await findPayable(portal, invoiceId);
  if ("step" in found) return found.step;
  const { invoice } = found;
  return { show: "card", invoice, input: { number: "", expiry: "", cvc: "" } };
}

/** Records the failed try and shows the form again, for another card. */
async function decline(
  portal: SandboxPortal,
  invoice: Invoice,
  input: CardInput,
  notice: Notice,
): Promise<Step> {
  await declineUnpaid(portal.database, invoice.id);
  return { show: "card", invoice: { ...invoice, status: "declined" }, input, notice };
}

async function charge(
  portal: SandboxPortal,
  invoice: Invoice,
  { outcome, card }: { outcome: TestOutcome; card: Card },
): Promise<Step> {
  const { config, now } = portal;
  const late = new Date(now().getTime() + settlingTime);
  const taken = await takePayment(portal, invoice.id, {
    reference: `sandbox_${invoice.id}`,
    settlesAt: outcome === "settlesLate" ? late : null,
    card,
  });
  if (taken === "paid") return { show: "portal", url: successUrl(config, invoice) };
  if (taken === "closed") {
    return { show: "ending", why: "closed", url: leaveUrl(config, invoice) };
  }
  return { show: "ending", why: "subscribed", url: membershipUrl(config) };
}

/** Pays an invoice with a test card. */
export async function payWithCard(
  portal: SandboxPortal,
  invoiceId: string,
  { confirmed, ...input }: CardForm,
): Promise<Step> {
  const found = await findPayable(portal, invoiceId);
  if ("step" in found) return found.step;
  const { invoice } = found;
  const checked = checkCard(input, portal.now());
  if ("errors" in checked) return { show: "card", invoice, input, errors: checked.errors };
  const { outcome } = checked;
  const failures: Partial<Record<TestOutcome, Notice>> = firstFailures;
  const failure = failures[outcome];
  if (failure) return decline(portal, invoice, input, failure);
  if (outcome === "secondStep" && confirmed === "no") {
    return decline(portal, invoice, input, "refused");
  }
  if (outcome === "secondStep" && confirmed !== "yes") return { show: "bank", invoice, input };
  return charge(portal, invoice, checked);
}
