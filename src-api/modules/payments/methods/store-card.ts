import type { Database } from "#api/infra/database/connect.ts";
import { lockUser } from "../../accounts/module.ts";
import { retryWithNewCard } from "../charges/retry-with-new-card.ts";
import { saveCard } from "./card-store.ts";
import type { PaymentPortal } from "#api/portal.ts";
import type { GivenCard } from "#api/infra/payment-provider.ts";

/**
 * Keeps a card for a user's renewals, in place of the one before. A renewal that was not paid is charged to
 * it as soon as this is committed.
 */
export async function storeCard(
  portal: PaymentPortal,
  tx: Database,
  userId: string,
  provider: string,
  given: GivenCard,
): Promise<void> {
  await lockUser(tx, userId);
  await saveCard(tx, { userId, provider }, given);
  await retryWithNewCard(portal, tx, userId);
}
