import type { User } from "#shared/api/user.ts";
import type { Session } from "../../http/session.ts";
import type { PaymentPortal } from "../../portal.ts";
import { settledSession } from "../payments/module.ts";
import { needsCardSoon } from "./renewals/upcoming-charge.ts";
import { owesRenewal } from "./renewals/due-store.ts";

/**
 * Returns what payments add to the user of a session: whether a pending membership is active by now, and whether a
 * renewal is owed or needs a card.
 */
export async function describeUser(
  portal: PaymentPortal,
  session: Session,
): Promise<Partial<User>> {
  const { subscriptionOwned, subscriptionPending } = await settledSession(portal, session);
  if (!subscriptionOwned) return { subscriptionOwned, subscriptionPending };
  const { userId } = session;
  const needsCard = await needsCardSoon(portal, userId);
  return {
    subscriptionOwned,
    subscriptionPending,
    subscriptionPastDue:
      session.subscriptionPastDue && (await owesRenewal(portal.database, userId)),
    ...(needsCard && { subscriptionNeedsCard: true }),
  };
}
