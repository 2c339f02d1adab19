/** What paying with a test card leads to. */
export type TestOutcome = "succeeds" | "declined" | "settlesLate" | "secondStep";

/** The cards that the sandbox knows; the same numbers as Stripe's of that behaviour. */
export const testCards: readonly { number: string; outcome: TestOutcome }[] = [
  { number: "4242 4242 4242 4242", outcome: "succeeds" },
  { number: "4000 0000 0000 0002", outcome: "declined" },
  { number: "4000 0000 0000 0341", outcome: "settlesLate" },
  { number: "4000 0027 6000 3184", outcome: "secondStep" },
];

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

/** "04/27", "4 / 2027" or "0427"; a card is good until the end of its month (UTC). */
function expiryError(expiry: string, now: Date): string | null {
  const [, month = "", year = ""] = /^(\d{1,2})\/?(\d{4}|\d{2})$/.exec(digitsOf(expiry)) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return "expiryFormat";
  const fullYear = Number(year) + (year.length === 2 ? 2000 : 0);
  return Date.UTC(fullYear, Number(month)) <= now.getTime() ? "expired" : null;
}

/** What a filled-in card form leads to, or which fields are wrong. */
export function checkCard(
  { number, expiry, cvc }: CardInput,
  now: Date,
): { outcome: TestOutcome } | { errors: CardErrors } {
  const wrong: [CardField, string | null][] = [
    ["number", numberError(number)],
    ["expiry", expiryError(expiry, now)],
    ["cvc", /^\d{3}$/.test(cvc.trim()) ? null : "cvcFormat"],
  ];
  const errors = Object.fromEntries(wrong.filter(([, key]) => key !== null)) as CardErrors; // fromEntries widens keys and values
  const outcome = outcomeOf(number);
  return outcome && Object.keys(errors).length === 0 ? { outcome } : { errors };
}
