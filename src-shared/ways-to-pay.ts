import type { Money } from "./money.ts";

/** How buyers can pay; the names are Stripe's types of payment methods. */
export const waysToPay = ["card", "sepa_debit", "paypal", "link", "blik", "p24"] as const;
export type WayToPay = (typeof waysToPay)[number];

/** Those that can be stored for renewals. */
export const storableWays = [
  "card",
  "sepa_debit",
  "paypal",
  "link",
] as const satisfies readonly WayToPay[];
export type StorableWay = (typeof storableWays)[number];

/** Those that an owner switches on; cards are always on. */
export const optionalWays = ["sepa_debit", "paypal", "link", "blik", "p24"] as const;
export type OptionalWay = (typeof optionalWays)[number];

/** Names that are the same in all languages; a card is named by its brand. */
export const wayNames: Record<OptionalWay, string> = {
  sepa_debit: "SEPA",
  paypal: "PayPal",
  link: "Link",
  blik: "BLIK",
  p24: "Przelewy24",
};

/** Currencies of each way; null: all. From docs.stripe.com/payments. */
const currenciesOf: Record<WayToPay, readonly string[] | null> = {
  card: null,
  sepa_debit: ["EUR"],
  paypal: "AUD CAD CHF CZK DKK EUR GBP HKD NOK NZD PLN SEK SGD USD".split(" "),
  link: null,
  blik: ["PLN"],
  p24: ["EUR", "PLN"],
};

/** Returns whether a way can be stored for renewals. */
export const isStorable = (way: WayToPay): way is StorableWay =>
  storableWays.some((one) => one === way);

/** Returns the ways in which an amount in a currency can be paid; with `stored` only those that renewals can be charged to. */
export const waysFor = (
  on: readonly OptionalWay[] | undefined,
  { currency, stored }: Pick<Money, "currency"> & { stored: boolean },
): WayToPay[] =>
  waysToPay.filter(
    (way) =>
      (way === "card" || on?.includes(way)) &&
      (currenciesOf[way]?.includes(currency) ?? true) &&
      (!stored || isStorable(way)),
  );
