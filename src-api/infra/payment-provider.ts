import type { Period } from "#shared/api/cart.ts";
import type { Language } from "#shared/languages.ts";
import type { Money } from "#shared/money.ts";
import type { StorableWay, WayToPay } from "#shared/ways-to-pay.ts";

/** Why a payment failed, or needs the buyer: `no-card` and `no-answer` are not the bank's. */
export const failureReasons = [
  "declined",
  "insufficient-funds",
  "expired-card",
  "confirmation",
  "no-card",
  "no-answer",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** What renewals are charged to: a card, or another way that can be stored. */
export type Card = {
  /** Only cards have a brand and an end, only cards and bank accounts last digits. */
  kind: StorableWay;
  reference: string;
  /** The provider's name for the user; null where it has none. */
  customer: string | null;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
  /** The same for each use of the same card, whoever uses it. Absent: the provider has none. */
  fingerprint?: string;
};

/** A card for renewals, and when its owner gave it. */
export type GivenCard = { card: Card; givenAt: Date };

/** What a provider needs to let a buyer pay an invoice on its page. */
export type PaymentRequest = {
  invoiceId: string;
  /** Minor units; 0: a card is stored there for later charges, and nothing is charged. */
  amount: number;
  currency: string;
  language: Language;
  buyerEmail: string;
  /** The provider's name for the user, when it has one; null at the first payment. */
  customer: string | null;
  /** The card is to be stored for renewals. */
  storeCard: boolean;
  /** How it can be paid there; with `storeCard` only ways that can be stored. */
  ways: WayToPay[];
  /** What is paid, in the language of the payment page. */
  description: string;
  /** After that the page must take no payment, as far as the provider can arrange it. */
  expiresAt: Date;
  /** Origin of the portal, which a page elsewhere leads back to. */
  portalUrl: string;
  /** Reference of the page that was opened before, if there is one. */
  opened: string | null;
};

/** A payment that a buyer made on a provider's page, or the card that was stored there without one. */
export type ProviderCharge = {
  reference: string;
  way: WayToPay;
  /** When it settles; null: it is settled; "unknown": the provider sends a message, or is asked. */
  settlesAt: Date | "unknown" | null;
  /** The card, when the provider stores it for renewals. */
  card: GivenCard | null;
};

export type PageStatus =
  /** open: it can be paid there; processing: paid, and not known yet whether it succeeds; closed: nothing is or can be paid. */
  | { status: "open" | "processing" | "closed" }
  /** `amount` in minor units; 0 with the card that was stored there without a payment, and no currency then. */
  | { status: "paid"; amount: number; currency: string; charge: ProviderCharge };

/** What a provider needs to charge a card on file, without its owner. */
export type ChargeRequest = {
  invoiceId: string;
  /** Minor units; positive. */
  amount: number;
  currency: string;
  card: Pick<Card, "reference" | "customer"> & { kind: WayToPay };
  /** A repeated call with the same key charges nothing again, and gets the same result. */
  idempotencyKey: string;
  /** When the charge was begun: a call much later is a repetition. */
  begunAt: Date;
};

export type ChargeResult =
  | { status: "succeeded"; reference: string }
  /** `settlesAt` as an ISO date where it is known; else the provider sends a message, or is asked. */
  | { status: "processing"; reference: string; settlesAt: string | null }
  /** The bank wants its customer to confirm. */
  | { status: "requires_action"; reference: string }
  | {
      status: "failed";
      reference: string | null;
      reason: FailureReason;
      /** The same card may succeed later. */
      retryable: boolean;
    };

/** A refund as its provider has it. */
export type ProviderRefund = {
  reference: string;
  /** Reference of the payment that it pays back. */
  payment: string;
  /** The key that `refund` was called with; null for a refund that was made at the provider itself. */
  key: string | null;
  /** Minor units; positive. */
  amount: number;
  status: "processing" | "succeeded" | "failed";
};

export const disputeStatuses = ["open", "won", "lost"] as const;

/** A payment that its buyer disputes at the bank. */
export type ProviderDispute = {
  reference: string;
  /** Reference of the payment. */
  payment: string;
  /** Minor units; positive. */
  amount: number;
  /** won: no money is taken any more, also because the bank has only asked; lost: the money is gone. */
  status: (typeof disputeStatuses)[number];
  createdAt: Date;
};

/** alive: the provider may charge it again; ending: it ends at its period's end without another charge. */
export const foreignStatuses = ["alive", "ending", "ended"] as const;

/** A subscription that a former site made at the provider, which charges it by itself. */
export type ForeignSubscription = {
  reference: string;
  status: (typeof foreignStatuses)[number];
  /** The portal has ended it: `endForeign` leaves its mark there. */
  takenOver: boolean;
  /** End of the time that was paid there. */
  periodEnd: Date;
  /** Its periods are counted from here. */
  anchor: Date;
  /** What a period costs there before discounts; null where that is not one amount. */
  price: Money | null;
  /** Null for one that the portal does not have: weeks, a quarter. */
  period: Period | null;
};

/** A customer whom a former site made at the provider. */
export type ForeignCustomer = {
  customer: string;
  /** Including ended ones. */
  subscriptions: ForeignSubscription[];
  /** The card that renewals can be charged to; null: there is none, or none that has not expired. */
  card: GivenCard | null;
};

/** A payment provider. It only moves money: invoices, renewals and retries are the portal's. */
export type PaymentProvider = {
  /** Stored with invoices and payments; part of the addresses of its routes. */
  id: string;
  /** No money is moved. */
  testMode: boolean;
  /** Returns whether payments can be begun now; false blocks checkout. */
  available(): Promise<boolean>;
  /** Returns the page on which the buyer pays, the same for the same invoice; `url` is null once that was done. */
  open(request: PaymentRequest): Promise<{ reference: string; url: string | null }>;
  /** Returns the status of a page that `open` opened. */
  pageStatus(reference: string): Promise<PageStatus>;
  /** Charges a card. Rejects when the answer is not known: call it again with the same key. */
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /** Returns the address where a user gives another card for renewals; the page leads back to /subscription. */
  setUp(user: {
    id: string;
    email: string;
    customer: string | null;
    language: Language;
    /** What can be given there. */
    ways: WayToPay[];
    /** Origin of the portal, which a page elsewhere leads back to. */
    portalUrl: string;
  }): Promise<{ url: string }>;
  /** Returns the card that was given on a page that `setUp` opened; null when none was given there. */
  givenCard(reference: string): Promise<GivenCard | null>;
  /** Deletes what the provider stores of a user for later charges: name and cards. Repeating it changes nothing. */
  forget(customer: string): Promise<void>;
  /** Pays back a payment or a part. Rejects when the answer is not known: call it again with the same key. */
  refund(request: {
    reference: string;
    /** Minor units; positive. */
    amount: number;
    currency: string;
    idempotencyKey: string;
    /** Reference of the refund where it is known: it is asked for, not made. */
    made: string | null;
  }): Promise<Exclude<ChargeResult, { status: "requires_action" }>>;
  /** Returns the refunds that were made since a time, here or at the provider itself. */
  refundsSince(since: Date): Promise<ProviderRefund[]>;
  /** Returns the disputes that were begun since a time. */
  disputesSince(since: Date): Promise<ProviderDispute[]>;
  /** Returns the result of a payment. */
  status(reference: string): Promise<ChargeResult>;
  /** Cancels a payment or a page that waits for its buyer; a paid one stays as it is. */
  cancel(reference: string): Promise<void>;
  /**
   * Returns a customer of a former site, by its own reference or that of a subscription, whose card is the first choice then; null
   * when the provider knows neither.
   */
  foreignCustomer(known: {
    customer: string | null;
    subscription: string | null;
    /** What can be stored for renewals here. */
    ways: readonly WayToPay[];
  }): Promise<ForeignCustomer | null>;
  /**
   * Has a subscription end with its paid period, without proration; one whose period is not paid ends at once. Returns its new
   * state; null when the provider does not know it. Repeating it changes nothing.
   */
  endForeign(reference: string): Promise<ForeignSubscription | null>;
};

export type Payments = {
  current: PaymentProvider;
  /** All that can be asked about payments that they took, by id. */
  byId: ReadonlyMap<string, PaymentProvider>;
};

/** Returns the provider of an invoice, payment or card. Throws when the installation does not know it any more. */
export function providerOf(
  { payments }: { payments: Payments },
  { provider }: { provider: string },
): PaymentProvider {
  const found = payments.byId.get(provider);
  if (!found) throw new Error(`The payment provider ${provider} is not set up.`);
  return found;
}
