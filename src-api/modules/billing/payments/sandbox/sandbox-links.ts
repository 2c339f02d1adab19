import { routePath } from "../../../../../src-shared/routes.ts";
import type { PurchaseRow } from "../../checkout/purchase.ts";
import type { Config } from "../../../../config.ts";

const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The portal's origin, or an empty text when it is where the payment page is. On one's own machine
 * that is always so: `localhost` must not lead to `127.0.0.1`, where the session is another one.
 */
export function portalOrigin({ publicUrl }: Config): string {
  const local = publicUrl === null || loopback.has(new URL(publicUrl).hostname);
  return local ? "" : publicUrl;
}

/** The page of the portal that the payment was begun on. */
function originPath({ origin, period }: PurchaseRow): string {
  if (origin === "subscribe" && period) return routePath("subscribe", { subType: period });
  return routePath(origin === "registration-payment" ? "registrationPayment" : "checkout");
}

/** Where leaving the payment page leads to; after a failed try the portal is told. */
export const leaveUrl = (config: Config, purchase: PurchaseRow): string =>
  portalOrigin(config) +
  originPath(purchase) +
  (purchase.status === "declined" ? "?payment=declined" : "");

/** Where a taken payment leads to. */
export const successUrl = (config: Config, { id }: PurchaseRow): string =>
  `${portalOrigin(config)}${routePath("subscriptionSuccess")}?purchase=${id}`;

export const membershipUrl = (config: Config): string =>
  portalOrigin(config) + routePath("membership");
