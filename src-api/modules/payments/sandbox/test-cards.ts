import type { Card, FailureReason } from "#api/infra/payment-provider.ts";
import { businessDay } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";

/** What happens to payments with a test card: to the first one, and to renewals. */
const testOutcomes = [
  "succeeds",
  "declined",
  "insufficientFunds",
  "expiredCard",
  "settlesLate",
  "secondStep",
  "failsAtRenewal",
  "secondStepAtRenewal",
] as const;

export type TestOutcome = (typeof testOutcomes)[number];

/** The cards that the sandbox accepts; where Stripe has such a card, the number is Stripe's. */
export const testCards: readonly { number: string; outcome: TestOutcome }[] = [
  { number: "4242 4242 4242 4242", outcome: "succeeds" },
  { number: "4000 0000 0000 0002", outcome: "declined" },
  { number: "4000 0000 0000 9995", outcome: "insufficientFunds" },
  { number: "4000 0000 0000 0069", outcome: "expiredCard" },
  { number: "4000 0000 0000 0341", outcome: "settlesLate" },
  { number: "4000 0027 6000 3184", outcome: "secondStep" },
  { number: "4000 0000 0000 9979", outcome: "failsAtRenewal" },
  { number: "4000 0025 0000 3155", outcome: "secondStepAtRenewal" },
];

/** Reasons why the first payment with a card fails. */
const firstFailures = {
  declined: "declined",
  insufficientFunds: "insufficient-funds",
  expiredCard: "expired-card",
} as const satisfies Partial<Record<TestOutcome, FailureReason>>;

export type CardField = "number" | "expiry" | "cvc";
export type CardInput = Record<CardField, string>;

/** Keys of `locales/en/payments.json` by field. */
export type CardErrors = Partial<Record<CardField, string>>;

const digitsOf = (text: string) => text.replace(/[\s-]/g, "");

const outcomeOf = (number: string): TestOutcome | undefined =>
  testCards.find((card) => digitsOf(card.number) === digitsOf(number))?.outcome;

function numberError(number: string): string | null {
  if (!/^\d{12,19}$/.test(digitsOf(number))) return "numberFormat";
  return outcomeOf(number) ? null : "numberUnknown";
}

/** Accepts "04/27", "4 / 2027" and "0427"; month 0 for anything else. */
function expiryOf(expiry: string): { month: number; year: number } {
  const [, month = "", year = ""] = /^(\d{1,2})\/?(\d{4}|\d{2})$/.exec(digitsOf(expiry)) ?? [];
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

/** @param today YYYY-MM-DD; a card is good until its month ends */
function expiryError(expiry: string, today: string): string | null {
  const { month, year } = expiryOf(expiry);
  if (month < 1 || month > 12) return "expiryFormat";
  return `${year}-${String(month).padStart(2, "0")}` < today.slice(0, 7) ? "expired" : null;
}

/** Begins the sandbox's references of cards; the rest says what happens to charges of them. */
const cardPrefix = "sandbox_card_";

/** Returns what happens to renewals with a card that was kept. */
export const outcomeOfCard = (reference: string): TestOutcome =>
  testOutcomes.find((outcome) => reference === cardPrefix + outcome) ?? "declined";

/** Returns what happens to payments with this card and the card to keep, or the errors of its fields. `today` is YYYY-MM-DD. */
export function checkCard(
  { number, expiry, cvc }: CardInput,
  today: string,
): { outcome: TestOutcome; card: Card } | { errors: CardErrors } {
  const wrong: [CardField, string | null][] = [
    ["number", numberError(number)],
    ["expiry", expiryError(expiry, today)],
    ["cvc", /^\d{3}$/.test(cvc.trim()) ? null : "cvcFormat"],
  ];
  const errors = Object.fromEntries(wrong.filter(([, key]) => key !== null)) as CardErrors; // fromEntries widens keys and values
  const outcome = outcomeOf(number);
  if (!outcome || Object.keys(errors).length > 0) return { errors };
  const { month, year } = expiryOf(expiry);
  const card = {
    reference: `${cardPrefix}${outcome}`,
    customer: null,
    brand: "Visa",
    last4: digitsOf(number).slice(-4),
    expMonth: month,
    expYear: year,
  };
  return { outcome, card };
}

/** What is sent from a page with the card form: the card, and the answer to the bank once it was asked for. */
export type CardForm = CardInput & { confirmed?: "yes" | "no" | undefined };

/** Why the bank refuses a card, or that its owner did; keys of `locales/en/payments.json`. */
export type Refusal = (typeof firstFailures)[keyof typeof firstFailures] | "refused";

/** What form and bank answer to a card; `asks`: the bank wants its owner to confirm first. */
export type CardAnswer =
  | { answer: "wrong"; errors: CardErrors }
  | { answer: "refuses"; notice: Refusal }
  | { answer: "asks" }
  | { answer: "accepts"; outcome: TestOutcome; card: Card };

/** Returns the answer to a card that its owner entered. */
export function answerTo(
  { confirmed, ...input }: CardForm,
  { now, brand }: Pick<Portal, "now" | "brand">,
): CardAnswer {
  const checked = checkCard(input, businessDay(now(), brand.timeZone));
  if ("errors" in checked) return { answer: "wrong", ...checked };
  const { outcome } = checked;
  const failures: Partial<Record<TestOutcome, Refusal>> = firstFailures;
  const failure = failures[outcome];
  if (failure) return { answer: "refuses", notice: failure };
  if (outcome === "secondStep" && confirmed === "no") {
    return { answer: "refuses", notice: "refused" };
  }
  if (outcome === "secondStep" && confirmed !== "yes") return { answer: "asks" };
  return { answer: "accepts", ...checked };
}
