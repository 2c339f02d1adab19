import { randomUUID } from "node:crypto";
import type { Portal } from "#api/portal.ts";
import { findInvoice, isPayable } from "../../ledger/module.ts";
import { insertCardSetup } from "../store.ts";
import type { ChargeResult, PaymentProvider } from "#api/infra/payment-provider.ts";
import { sandboxId, sandboxPath, setupPath } from "./sandbox-links.ts";
import { findAnswer, storeSandboxAnswer } from "./sandbox-store.ts";
import { outcomeOfCard, type TestOutcome } from "./test-cards.ts";

/** How long the card that settles late takes to settle. */
export const settlingTimeMs = 15_000;

const referencePrefix = "sandbox_";

/** Returns what a charge of a card on file becomes. */
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
  return isOver && reference ? { status: "succeeded", reference } : result;
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
  // Its pages keep the card at once.
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
    const answer = await findAnswer(database, reference.slice(referencePrefix.length));
    return settled(answer ?? { status: "succeeded", reference }, now());
  },
  cancel: async () => {},
});
