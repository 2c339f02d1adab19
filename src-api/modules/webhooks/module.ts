import type { PortalModule } from "#api/portal.ts";
import { handleDeliveries } from "./deliver.ts";
import { webhookRoutes } from "./webhooks.ts";

export { countGivenUp, dismissGivenUp, givenUpName, retryGivenUp } from "./deliver.ts";

/** Webhooks: other programs of the owner are notified of what happens in the portal (docs/decisions/0069-webhooks.md). */
export const webhooks = {
  name: "webhooks",
  routes: webhookRoutes,
  jobs: handleDeliveries,
} satisfies PortalModule;
