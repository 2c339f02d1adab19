import { randomUUID } from "node:crypto";
import type { PaymentProvider } from "./provider.ts";

/** The built-in test provider: nothing is charged anywhere (ruling 21). */
export function sandboxPayments(): PaymentProvider {
  return {
    id: "sandbox",
    testMode: true,
    available: async () => true,
    open: async ({ purchaseId }) => ({
      reference: `sandbox_${randomUUID()}`,
      url: `/api/payments/sandbox/${purchaseId}`,
    }),
    routes: async () => {},
  };
}
