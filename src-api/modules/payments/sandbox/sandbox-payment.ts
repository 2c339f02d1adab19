import {
  declineUnpaid,
  findInvoice,
  isPaid,
  isPayable,
  type Invoice,
} from "../../ledger/module.ts";
import type { PaymentPortal, Portal } from "#api/portal.ts";
import { leaveUrl, membershipUrl, successUrl } from "../pages.ts";
import { collectPayment } from "../collect-payment.ts";
import {
  answerTo,
  type CardAnswer,
  type CardForm,
  type CardInput,
  type Refusal,
} from "./test-cards.ts";
import type { FormState } from "./card-form.ts";
import { sandboxId } from "./sandbox-links.ts";
import { settlingTimeMs } from "./sandbox.ts";

export type SandboxPortal = PaymentPortal & Pick<Portal, "config">;

/** Why nothing can be done on a page; keys of `locales/en/payments.json`. */
export type Ending = "missing" | "closed" | "subscribed" | "failed" | "cardMissing";

/** The last step on any page: nothing can be done there, or the portal goes on. */
export type LastStep =
  | { show: "ending"; why: Ending; url?: string }
  | { show: "portal"; url: string };

/** What the buyer sees next: the form, with the reason why the try before failed, or the bank's question. */
export type Step =
  | ({ show: "card"; invoice: Invoice } & FormState)
  | { show: "bank"; invoice: Invoice; input: CardInput }
  | LastStep;

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
  notice: Refusal,
): Promise<Step> {
  await declineUnpaid(portal.database, invoice.id);
  return { show: "card", invoice: { ...invoice, status: "declined" }, input, notice };
}

async function charge(
  portal: SandboxPortal,
  invoice: Invoice,
  { outcome, card }: Extract<CardAnswer, { answer: "accepts" }>,
): Promise<Step> {
  const { config, now } = portal;
  const lateSettlement = new Date(now().getTime() + settlingTimeMs);
  const paymentOutcome = await collectPayment(portal, invoice.id, {
    reference: `sandbox_${invoice.id}`,
    settlesAt: outcome === "settlesLate" ? lateSettlement : null,
    card: { card, givenAt: now() },
  });
  if (paymentOutcome === "paid") return { show: "portal", url: successUrl(config, invoice) };
  if (paymentOutcome === "closed") {
    return { show: "ending", why: "closed", url: leaveUrl(config, invoice) };
  }
  return { show: "ending", why: "subscribed", url: membershipUrl(config) };
}

export async function payWithCard(
  portal: SandboxPortal,
  invoiceId: string,
  form: CardForm,
): Promise<Step> {
  const found = await findPayable(portal, invoiceId);
  if ("step" in found) return found.step;
  const { invoice } = found;
  const { confirmed: _, ...input } = form;
  const answered = answerTo(form, portal);
  switch (answered.answer) {
    case "wrong":
      return { show: "card", invoice, input, errors: answered.errors };
    case "refuses":
      return decline(portal, invoice, input, answered.notice);
    case "asks":
      return { show: "bank", invoice, input };
    case "accepts":
      return charge(portal, invoice, answered);
  }
}
