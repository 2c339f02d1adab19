import { findCardSetup, claimCardSetup, type SetupKey } from "./card-setup-store.ts";
import { findCard } from "./card-store.ts";
import { storeCard } from "./store-card.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { providerOf } from "../payments.ts";

/**
 * Keeps the card that was given on a page of a provider, once, whoever notices it first: its user's return,
 * the provider's message, or the reconciliation. One that was given before the present card is dropped.
 * Rejects when the provider does not answer.
 */
export async function completeCardSetup(portal: PaymentPortal, key: SetupKey): Promise<void> {
  const { database } = portal;
  const setup = await findCardSetup(database, key);
  if (!setup?.providerReference) return;
  const given = await providerOf(portal, key).givenCard(setup.providerReference);
  if (!given) return;
  await database.transaction(async (tx) => {
    const taken = await claimCardSetup(tx, key);
    if (!taken) return;
    const present = await findCard(tx, taken.userId);
    const isOlder = present !== undefined && given.givenAt < present.createdAt;
    if (!isOlder) await storeCard(portal, tx, taken.userId, key.provider, given);
  });
}
