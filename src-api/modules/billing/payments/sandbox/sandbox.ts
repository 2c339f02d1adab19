import type { PaymentProvider } from "../provider.ts";
import { sandboxId, sandboxPath } from "./sandbox-links.ts";

/** The built-in test provider. It behaves like a real one, but charges nothing. */
export const sandboxPayments = (): PaymentProvider => ({
  id: sandboxId,
  testMode: true,
  available: async () => true,
  open: async ({ purchaseId, language }) => ({
    reference: `sandbox_${purchaseId}`,
    url: sandboxPath(purchaseId, language),
  }),
  setRenewal: async () => {},
});
