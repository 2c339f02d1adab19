import type { Stripe } from "stripe";
import type {
  FailureReason,
  Card,
  ChargeResult,
  PageStatus,
  PaymentProvider,
} from "#api/infra/payment-provider.ts";
import { amountOf } from "./stripe-amounts.ts";

type RefundResult = Awaited<ReturnType<PaymentProvider["refund"]>>;

/** What Stripe says about a charge that failed. */
type Refusal = {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
  advice_code?: string | null | undefined;
};

/** Codes after which the same card cannot succeed later (docs.stripe.com/declines/codes). */
const finalCodes = new Set([
  "card_not_supported",
  "currency_not_supported",
  "do_not_try_again",
  "expired_card",
  "fraudulent",
  "incorrect_number",
  "invalid_account",
  "invalid_expiry_month",
  "invalid_expiry_year",
  "invalid_number",
  "lost_card",
  "merchant_blacklist",
  "new_account_information_available",
  "pickup_card",
  "restricted_card",
  "revocation_of_all_authorizations",
  "revocation_of_authorization",
  "stolen_card",
  "stop_payment_order",
  "testmode_decline",
]);

const reasons: Readonly<Record<string, FailureReason>> = {
  expired_card: "expired-card",
  insufficient_funds: "insufficient-funds",
};

/** Returns why a card was refused, and whether it may succeed later. */
export function refusalOf({ code, decline_code: declineCode, advice_code: advice }: Refusal): {
  reason: FailureReason;
  retryable: boolean;
} {
  const codes = [declineCode, code, advice].filter((one) => typeof one === "string");
  return {
    reason: codes.map((one) => reasons[one]).find((reason) => reason !== undefined) ?? "declined",
    retryable: !codes.some((one) => finalCodes.has(one)),
  };
}

/** Returns whether the bank wants its customer to confirm. */
export const needsConfirmation = ({ code, decline_code: declineCode }: Refusal): boolean =>
  code === "authentication_required" || declineCode === "authentication_required";

/** Returns what has become of a charge. */
export function resultOf({
  id: reference,
  status,
  last_payment_error: error,
}: Stripe.PaymentIntent): ChargeResult {
  switch (status) {
    case "succeeded":
      return { status: "succeeded", reference };
    case "requires_action":
      return { status: "requires_action", reference };
    case "requires_payment_method":
    case "canceled":
      if (status !== "canceled" && error && needsConfirmation(error)) {
        return { status: "requires_action", reference };
      }
      return { status: "failed", reference, ...refusalOf(error ?? {}) };
    default:
      return { status: "processing", reference, settlesAt: null };
  }
}

/** Returns what has become of a refund. */
export function refundResultOf({ id: reference, status }: Stripe.Refund): RefundResult {
  if (status === "succeeded") return { status, reference };
  if (status === "failed" || status === "canceled") {
    return { status: "failed", reference, reason: "declined", retryable: false };
  }
  return { status: "processing", reference, settlesAt: null };
}

const brands: Readonly<Record<string, string>> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** Returns the id of an object that Stripe gives as its id or whole. */
const idOf = (found: string | { id: string } | null | undefined): string | null =>
  typeof found === "object" ? (found?.id ?? null) : (found ?? null);

/** Returns the card of a payment method; null for one that is not a card. */
export function cardOf(
  method: Stripe.PaymentMethod | string | null | undefined,
  customer: string | { id: string } | null,
): Card | null {
  if (typeof method !== "object" || !method?.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return {
    reference: method.id,
    customer: idOf(customer) ?? idOf(method.customer),
    brand: brands[brand] ?? "Card",
    last4,
    expMonth,
    expYear,
  };
}

/** Returns when an object of Stripe was made. */
export const timeOf = ({ created }: { created: number }): Date => new Date(created * 1000);

/** What has to be read with a Checkout Session to know what became of it. */
export const pageParts = ["payment_intent.payment_method", "payment_intent.latest_charge"];

/** Returns what has become of a payment page, which was read with its `pageParts`. */
export function pageStatusOf(session: Stripe.Checkout.Session): PageStatus {
  const { status, payment_status: paid, payment_intent: intent } = session;
  if (status === "open") return { status: "open" };
  if (status !== "complete" || typeof intent !== "object" || !intent) return { status: "closed" };
  if (intent.status === "processing") return { status: "processing" };
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const card = cardOf(intent.payment_method, session.customer ?? intent.customer);
  const isKept = paid === "paid" && intent.status === "succeeded" && !charge?.refunded;
  if (!isKept) return { status: "closed" };
  return {
    status: "paid",
    ...amountOf(intent.amount_received, intent.currency),
    charge: {
      reference: intent.id,
      settlesAt: null,
      card: card && { card, givenAt: timeOf(charge ?? intent) },
    },
  };
}
