import type { FastifyInstance } from "fastify";

/** What a provider needs to know to take a payment. */
export type PaymentRequest = {
  purchaseId: string;
  /** Minor units. */
  amount: number;
  currency: string;
};

/** The seam to payment providers. Stripe becomes the second one. */
export type PaymentProvider = {
  id: string;
  testMode: boolean;
  /** Whether payments can be begun now; false blocks checkout. */
  available(): Promise<boolean>;
  /** Opens a payment and tells where the buyer pays: a path below the public URL, or an https address. */
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>;
  /** Adds the provider's own pages and webhooks below `/api/payments/<id>`. */
  routes(app: FastifyInstance): Promise<void>;
};
