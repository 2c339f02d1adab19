import { routePath } from "#shared/routes.ts";
import type { Config } from "#api/config.ts";
import { isLoopback } from "#api/infra/loopback.ts";
import type { Invoice } from "../../ledger/module.ts";

/*
 * Where the pages of the payment providers lead back to.
 */

/**
 * Returns the portal's origin, or an empty text where the payment page has the same one. On one's own
 * machine links stay relative: a link from `localhost` to `127.0.0.1` would lose the session.
 */
export function portalOrigin({ publicUrl }: Config): string {
  const local = publicUrl === null || isLoopback(new URL(publicUrl).hostname);
  return local ? "" : publicUrl;
}

/** The page of the portal that the payment was begun on. */
function originPath({ origin, period }: Invoice): string {
  if (origin === "subscription") return routePath("subscription");
  if (origin === "subscribe" && period) return routePath("subscribe", { subType: period });
  return routePath(origin === "registration-payment" ? "registrationPayment" : "checkout");
}

/** Returns where leaving the payment page leads to; it says so when the last try was declined. */
export const leaveUrl = (config: Config, invoice: Invoice): string =>
  portalOrigin(config) +
  originPath(invoice) +
  (invoice.status === "declined" ? "?payment=declined" : "");

/** Returns where a paid invoice leads to. */
export const successUrl = (config: Config, { id, origin }: Invoice): string =>
  portalOrigin(config) +
  (origin === "subscription"
    ? `${routePath("subscription")}?payment=paid`
    : `${routePath("subscriptionSuccess")}?purchase=${id}`);

export const membershipUrl = (config: Config): string =>
  portalOrigin(config) + routePath("membership");

/** Returns where the page for another card leads back to. */
export const subscriptionUrl = (config: Config): string =>
  portalOrigin(config) + routePath("subscription");
