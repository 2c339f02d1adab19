import { dayMs } from "#shared/durations.ts";
import type { Money } from "#shared/money.ts";
import { findUnpaidRenewal, isPayable } from "../../ledger/module.ts";
import { findSubscription } from "../../membership/module.ts";
import { claimCardSetup, findCardSetup } from "../store.ts";
import { storeCard } from "../cards.ts";
import { subscriptionUrl } from "../pages.ts";
import { answerTo, type CardForm, type CardInput } from "./test-cards.ts";
import type { FormState } from "./card-form.ts";
import { sandboxId } from "./sandbox-links.ts";
import type { LastStep, SandboxPortal } from "./sandbox-payment.ts";

/** How long a page where a user gives another card can be used. */
const setupLifeMs = dayMs;

const keyOf = (id: string) => ({ provider: sandboxId, id });

export type CardSetup = {
  id: string;
  userId: string;
  /** What is charged to the card as soon as it is saved: a renewal that was not paid. */
  owed: Money | null;
};

/** What the user sees next: the form, with the reason why the try before failed, or the bank's question. */
export type SetupStep =
  | ({ show: "card"; setup: CardSetup } & FormState)
  | { show: "bank"; setup: CardSetup; input: CardInput }
  | LastStep;

/** Returns the step for a page that does not exist, was used, or is too old. */
export const missingSetup = ({ config }: Pick<SandboxPortal, "config">): LastStep => ({
  show: "ending",
  why: "cardMissing",
  url: subscriptionUrl(config),
});

/** Returns a page that can be used; null also where another provider takes the payments by now. */
async function findOpen(portal: SandboxPortal, id: string): Promise<CardSetup | null> {
  const { database, now, payments } = portal;
  const isCurrent = payments.current.id === sandboxId;
  const found = isCurrent ? await findCardSetup(database, keyOf(id)) : undefined;
  if (!found || found.createdAt.getTime() + setupLifeMs <= now().getTime()) return null;
  const { userId } = found;
  const subscription = await findSubscription(database, userId);
  const unpaid = subscription && (await findUnpaidRenewal(database, subscription.id));
  const isOwed = unpaid && isPayable(unpaid, now());
  return { id, userId, owed: isOwed ? { amount: unpaid.total, currency: unpaid.currency } : null };
}

export async function openCardPage(portal: SandboxPortal, id: string): Promise<SetupStep> {
  const setup = await findOpen(portal, id);
  if (!setup) return missingSetup(portal);
  return { show: "card", setup, input: { number: "", expiry: "", cvc: "" } };
}

/** Keeps a card that the bank accepts for the user's renewals. The page cannot be used again then. */
export async function giveCard(
  portal: SandboxPortal,
  id: string,
  form: CardForm,
): Promise<SetupStep> {
  const setup = await findOpen(portal, id);
  if (!setup) return missingSetup(portal);
  const { confirmed: _, ...input } = form;
  const answered = answerTo(form, portal);
  switch (answered.answer) {
    case "wrong":
      return { show: "card", setup, input, errors: answered.errors };
    case "refuses":
      return { show: "card", setup, input, notice: answered.notice };
    case "asks":
      return { show: "bank", setup, input };
    case "accepts": {
      const { userId } = setup;
      const saved = await portal.database.transaction(async (tx) => {
        if (!(await claimCardSetup(tx, keyOf(id)))) return false;
        const given = { card: answered.card, givenAt: portal.now() };
        await storeCard(portal, tx, userId, sandboxId, given);
        return true;
      });
      if (!saved) return missingSetup(portal);
      return { show: "portal", url: `${subscriptionUrl(portal.config)}?card=saved` };
    }
  }
}
