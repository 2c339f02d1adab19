import type { PaymentProvider } from "../provider.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";
import { sandboxId, sandboxPath } from "./sandbox-path.ts";

/** The built-in test provider: it behaves like a real one, and nothing is charged (ruling 21). */
export const sandboxPayments = (): PaymentProvider => ({
  id: sandboxId,
  testMode: true,
  available: async () => true,
  open: async ({ purchaseId, language }) => ({
    reference: `sandbox_${purchaseId}`,
    url: sandboxPath(purchaseId, language),
  }),
  setRenewal: async () => {},
  routes: sandboxRoutes,
});
