import { ApiError } from "#api/infra/api-error.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { Portal } from "#api/portal.ts";
import { findBuyer } from "../../ledger/module.ts";
import type { PageContext } from "../pages/begin-payment.ts";
import { findCard } from "./card-store.ts";

/**
 * Returns the address where a user gives another card. Throws `payments-unavailable` when the provider
 * fails.
 */
export async function beginCardSetup(
  { config, database, payments }: Portal,
  userId: string,
  { language, log }: PageContext,
): Promise<string> {
  const provider = payments.current;
  const buyer = await findBuyer(database, userId);
  const card = await findCard(database, userId);
  const customer = card?.provider === provider.id ? card.providerCustomer : null;
  const { url } = await provider
    .setUp({
      id: userId,
      email: buyer?.email ?? "",
      customer,
      language,
      portalUrl: publicOrigin(config),
    })
    .catch((error: unknown) => {
      log.error({ err: error }, "the page for another card could not be opened");
      throw new ApiError("payments-unavailable");
    });
  return url;
}
