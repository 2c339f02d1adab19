import type { Language } from "#shared/languages.ts";
import type {
  Card,
  ChargeResult,
  FailureReason,
  PaymentProvider,
  ProviderCharge,
} from "#api/infra/payment-provider.ts";
import { dayMs } from "#shared/durations.ts";
import { isStorable, type OptionalWay } from "#shared/ways-to-pay.ts";
import { businessDay } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { sandboxCalls } from "#api/modules/billing/schema.ts";
import { randomUUID } from "node:crypto";
import { hashToken } from "#api/infra/tokens.ts";
import { findInvoice, isPayable } from "#api/modules/billing/invoices.ts";
import { insertCardSetup } from "#api/modules/billing/cards.ts";

/** The sandbox as the provider of invoices and payments. */
export const sandboxId = "sandbox";

const base = `/api/payments/${sandboxId}`;

/** Returns the path of a purchase's payment page. */
export const sandboxPath = (invoiceId: string, language: Language): string =>
  `${base}/${invoiceId}?lang=${language}`;

/** Returns the path of the page where a user gives another card. */
export const setupPath = (id: string, language: Language): string =>
  `${base}/cards/${id}?lang=${language}`;

export const stylesheetPath = `${base}/style.css`;

/** The fonts of the portal in `resources/fonts` that the pages are set in. */
export const fontFiles = ["source-sans-3.woff2", "brygada-1918.woff2"] as const;

export type FontFile = (typeof fontFiles)[number];

export const fontPath = (file: FontFile): string => `${base}/${file}`;

/** Path of the page that lists what the sandbox does next. */
export const nextPath = (language: Language): string => `${base}/next?lang=${language}`;

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
  "debitSucceeds",
  "debitFails",
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

/** What can be paid with besides the cards, a button each. The account numbers are Stripe's for tests. */
export const testAccounts = {
  debitSucceeds: { way: "sepa_debit", number: "DE89 3704 0044 0532 0130 00" },
  debitFails: { way: "sepa_debit", number: "DE62 3704 0044 0532 0130 01" },
  paypal: { way: "paypal", number: null },
  link: { way: "link", number: null },
  blik: { way: "blik", number: null },
  p24: { way: "p24", number: null },
} as const satisfies Record<string, { way: OptionalWay; number: string | null }>;

export type TestAccount = keyof typeof testAccounts;

export const testAccountNames = Object.keys(testAccounts) as TestAccount[]; // keys of a constant

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

/** Returns the outcome of renewals with a card on file. */
export const outcomeOfCard = (reference: string): TestOutcome =>
  testOutcomes.find((outcome) => reference === cardPrefix + outcome) ?? "declined";

/** Returns the outcome of payments with this card and the card to store, or the errors of its fields. `today` is YYYY-MM-DD. */
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
    kind: "card" as const,
    reference: `${cardPrefix}${outcome}`,
    customer: null,
    brand: "Visa",
    last4: digitsOf(number).slice(-4),
    expMonth: month,
    expYear: year,
    fingerprint: hashToken(digitsOf(number)),
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

/** Writes an answer under its key unless there is one. Returns the answer that the key has. */
export async function storeSandboxAnswer(
  database: Database,
  call: typeof sandboxCalls.$inferInsert,
): Promise<ChargeResult> {
  await database.insert(sandboxCalls).values(call).onConflictDoNothing();
  return (await findAnswer(database, call.key)) ?? call.answer;
}

async function findAnswer(database: Database, key: string): Promise<ChargeResult | undefined> {
  const [row] = await database
    .select({ answer: sandboxCalls.answer })
    .from(sandboxCalls)
    .where(eq(sandboxCalls.key, key));
  return row?.answer;
}

/** How long the card that settles late takes to settle. */
export const settlingTimeMs = 15_000;

const referencePrefix = "sandbox_";

/** How long a debit takes. */
const debitTimeMs = 5 * dayMs;

/** Marks references of payments that fail when they are settled. */
const failingMark = "fails_";

/** Returns the result of a payment whose time to settle has come. */
export const settledResult = (reference: string): ChargeResult =>
  reference.startsWith(referencePrefix + failingMark)
    ? { status: "failed", reference, reason: "insufficient-funds", retryable: true }
    : { status: "succeeded", reference };

/** Returns the key that a charge was made with. */
const keyOf = (reference: string): string =>
  reference.slice(referencePrefix.length).replace(failingMark, "");

/** Returns a payment that a buyer makes with one of the test accounts, and what is stored for renewals. */
export function payWith(account: TestAccount, now: Date): ProviderCharge {
  const { way, number } = testAccounts[account];
  const fails = account === "debitFails";
  const isDebit = way === "sepa_debit";
  const card = isStorable(way) && {
    kind: way,
    reference: cardPrefix + (isDebit ? account : "succeeds"),
    customer: null,
    brand: null,
    last4: number ? digitsOf(number).slice(-4) : null,
    expMonth: null,
    expYear: null,
  };
  return {
    way,
    // One invoice may be paid several times with an account that fails.
    reference: `${referencePrefix}${fails ? failingMark : ""}${randomUUID()}`,
    settlesAt: isDebit ? new Date(now.getTime() + debitTimeMs) : null,
    card: card ? { card, givenAt: now } : null,
  };
}

/** Returns the result of charging a card on file. */
function resultOf(outcome: TestOutcome, reference: string, now: Date): ChargeResult {
  const failed = { status: "failed", reference } as const;
  switch (outcome) {
    case "succeeds":
    case "secondStep":
      return { status: "succeeded", reference };
    case "settlesLate":
      return {
        status: "processing",
        reference,
        settlesAt: new Date(now.getTime() + settlingTimeMs).toISOString(),
      };
    case "debitSucceeds":
    case "debitFails":
      return {
        status: "processing",
        reference:
          outcome === "debitFails"
            ? reference.replace(referencePrefix, referencePrefix + failingMark)
            : reference,
        settlesAt: new Date(now.getTime() + debitTimeMs).toISOString(),
      };
    case "secondStepAtRenewal":
      return { status: "requires_action", reference };
    case "insufficientFunds":
    case "failsAtRenewal":
      return { ...failed, reason: "insufficient-funds", retryable: true };
    case "declined":
      return { ...failed, reason: "declined", retryable: true };
    case "expiredCard":
      return { ...failed, reason: "expired-card", retryable: false };
  }
}

/** A payment that was settling is settled when its time has come. */
function settled(result: ChargeResult, now: Date): ChargeResult {
  const { status, reference } = result;
  const isOver =
    status === "processing" && result.settlesAt !== null && new Date(result.settlesAt) <= now;
  return isOver && reference ? settledResult(reference) : result;
}

/** The built-in test provider. It behaves like a real one, but moves no money. */
export const sandboxPayments = ({
  database,
  now,
}: Pick<Portal, "database" | "now">): PaymentProvider => ({
  id: sandboxId,
  testMode: true,
  available: async () => true,
  open: async ({ invoiceId, language }) => ({
    reference: referencePrefix + invoiceId,
    url: sandboxPath(invoiceId, language),
  }),
  // Its pages take the payment at once, as long as the invoice can be paid: there is nothing to ask for later.
  pageStatus: async (reference) => {
    const invoice = await findInvoice(database, reference.slice(referencePrefix.length));
    return { status: invoice && isPayable(invoice, now()) ? "open" : "closed" };
  },
  charge: async ({ card, amount, idempotencyKey: key }) => {
    const answer = resultOf(outcomeOfCard(card.reference), referencePrefix + key, now());
    return settled(
      await storeSandboxAnswer(database, { key, amount, answer, createdAt: now() }),
      now(),
    );
  },
  setUp: async ({ id: userId, language }) => {
    const id = randomUUID();
    const setup = { provider: sandboxId, id, userId, providerReference: null, createdAt: now() };
    await insertCardSetup(database, setup);
    return { url: setupPath(id, language) };
  },
  // Its pages store the card at once.
  givenCard: async () => null,
  forget: async () => {},
  refund: async ({ amount, idempotencyKey: key }) => {
    const reference = referencePrefix + key;
    const answer = { status: "succeeded", reference } as const;
    await storeSandboxAnswer(database, { key, amount: -amount, answer, createdAt: now() });
    return answer;
  },
  // Nothing happens at the sandbox itself.
  refundsSince: async () => [],
  disputesSince: async () => [],
  status: async (reference) => {
    const answer = await findAnswer(database, keyOf(reference));
    return settled(answer ?? { status: "succeeded", reference }, now());
  },
  cancel: async () => {},
  // No former site has charged anybody here.
  foreignCustomer: async () => null,
  endForeign: async () => null,
});
