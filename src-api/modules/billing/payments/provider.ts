import type { FastifyInstance } from "fastify";
import type { Language } from "../../../../src-shared/languages.ts";

/** What a provider needs to know to take a payment. */
export type PaymentRequest = {
  purchaseId: string;
  /** Minor units; more than nothing. */
  amount: number;
  currency: string;
  /** Language that the buyer is to be addressed in. */
  language: Language;
};

/** The seam to payment providers. Stripe becomes the second one. */
export type PaymentProvider = {
  id: string;
  testMode: boolean;
  /** Whether payments can be begun now; false blocks checkout. */
  available(): Promise<boolean>;
  /**
   * Opens a payment and tells where the buyer pays: a path below the public URL, or an https address.
   * Asked again for the same purchase it leads to the same payment.
   */
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>;
  /**
   * Tells whether the subscription that began with that payment renews. Rejects when the provider
   * does not take it; nothing is changed then.
   *
   * @param reference the `reference` of the payment
   */
  setRenewal(reference: string, renews: boolean): Promise<void>;
  /** Adds the provider's own pages and webhooks below `/api/payments/<id>`. */
  routes(app: FastifyInstance): Promise<void>;
};
