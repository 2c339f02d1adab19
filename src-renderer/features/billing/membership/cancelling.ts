import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";

/** Returns whether a membership was bought and renews. While a late payment is confirmed it cannot be cancelled. */
export const canBeCancelled = ({ status, source, pastDue }: Membership): boolean =>
  source === "purchase" && (status === "active" || (status === "past-due" && pastDue !== null));

/** Search parameter of /subscription that opens the question whether to cancel. */
export const cancelParameter = "cancel";

/** Returns the path of the page that asks whether to cancel the membership. */
export const cancelPath = (): string => `${routePath("subscription")}?${cancelParameter}=1`;
