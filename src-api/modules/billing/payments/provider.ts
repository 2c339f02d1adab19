import type { Language } from "../../../../src-shared/languages.ts";

/** What a provider needs to take a payment. */
export type PaymentRequest = {
  purchaseId: string;
  /** Minor units; positive. */
  amount: number;
  currency: string;
  /** Language of the payment page. */
  language: Language;
};

/** A payment provider. Its pages and webhooks are registered by `billing/module.ts`. */
export type PaymentProvider = {
  /** Stored with purchases and charges; part of the addresses of its routes. */
  id: string;
  /** Nothing is charged, and memberships end with their period instead of renewing. */
  testMode: boolean;
  /** Returns whether payments can be begun now; false blocks checkout. */
  available(): Promise<boolean>;
  /**
   * Opens a payment and returns where the buyer pays: a path below the public URL, or an https address.
   * Called again for the same purchase, it returns the same payment.
   */
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>;
  /**
   * Sets whether the subscription that began with a payment renews. Rejects, with nothing changed, when
   * the provider refuses.
   *
   * @param reference the `reference` that `open` returned
   */
  setRenewal(reference: string, renews: boolean): Promise<void>;
};
