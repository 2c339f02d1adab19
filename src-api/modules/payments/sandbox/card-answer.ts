import type { Card } from "#api/infra/payment-provider.ts";
import {
  checkCard,
  firstFailures,
  type CardErrors,
  type CardInput,
  type TestOutcome,
} from "./test-cards.ts";

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
export function answerTo({ confirmed, ...input }: CardForm, now: Date): CardAnswer {
  const checked = checkCard(input, now);
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
