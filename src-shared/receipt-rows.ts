import type { Receipt } from "./api/receipts.ts";
import { formatCalendarDate, formatCountry, formatDate, formatNumber } from "./formats.ts";
import { formatMoney } from "./money.ts";

/** Keys of `receipt` in `locales/en/membership.json`. */
type ReceiptText =
  | "title"
  | "creditNote"
  | "testMode"
  | "testModeCreditNote"
  | "number"
  | "issued"
  | "withdrawalReference"
  | "seller"
  | "taxId"
  | "buyer"
  | "corrects"
  | "correctsReceipt"
  | "covers"
  | "coversTime"
  | "paidWith"
  | "paidBackTo"
  | "item"
  | "quantity"
  | "unitPrice"
  | "amount"
  | "discount"
  | "credit"
  | "receiptTotal"
  | "paidBackOf"
  | "total"
  | "paidBack"
  | "taxes"
  | "taxRate"
  | "net"
  | "tax"
  | "gross"
  | "deliveries"
  | "terms";

/** Everything that a receipt or a credit note says, as texts: on screen, in print and in PDF files. */
export type ReceiptRows = {
  title: string;
  /** Marks what is no valid receipt; null in real operation. */
  warning: string | null;
  facts: { name: string; values: string[] }[];
  /** Item, quantity, unit price and amount. */
  lineHead: string[];
  lines: string[][];
  sums: { name: string; value: string }[];
  total: { name: string; value: string };
  /** Rate, net, tax and gross; null for a seller who charges no tax. */
  taxes: { title: string; head: string[]; rows: string[][] } | null;
  deliveries: { title: string; items: { name: string; delivery: string }[] } | null;
  terms: string;
};

type Described = {
  language: string;
  /** The seller's: days of receipts are the same for seller and buyer, wherever they are. */
  timeZone: string;
  t: (key: ReceiptText, values?: Record<string, string>) => string;
};

/** Who sells or buys. */
type Party = Receipt["seller"] | Receipt["buyer"];

function factsOf(receipt: Receipt, { language, timeZone, t }: Described): ReceiptRows["facts"] {
  const { seller, buyer, corrects, covers, card, kind } = receipt;
  const day = (iso: string) => formatDate(iso, language, timeZone);
  const party = ({ name, address, country, email, taxId }: Party) => [
    name,
    address ?? null,
    country ? formatCountry(country, language) : null,
    email,
    taxId ? t("taxId", { number: taxId }) : null,
  ];
  const corrected =
    corrects && t("correctsReceipt", { number: corrects.number, date: day(corrects.issuedAt) });
  const facts: [ReceiptText, (string | null)[]][] = [
    ["number", [receipt.number]],
    ["issued", [day(receipt.issuedAt)]],
    ["withdrawalReference", [receipt.withdrawalReference]],
    ["seller", party(seller)],
    ["buyer", party(buyer)],
    ["corrects", [corrected]],
    ["covers", [covers && t("coversTime", { from: day(covers.from), until: day(covers.until) })]],
    [kind === "receipt" ? "paidWith" : "paidBackTo", [card]],
  ];
  return facts
    .map(([key, values]) => ({ name: t(key), values: values.filter((value) => value !== null) }))
    .filter(({ values }) => values.length > 0);
}

/** Returns the rows between the lines and the amount that was paid or paid back. */
function sumsOf(receipt: Receipt, { language, t }: Described): ReceiptRows["sums"] {
  const { lines, discount, credit, kind, total, paidBack } = receipt;
  const money = (amount: number) => formatMoney({ ...total, amount }, language);
  const off = discount?.amount.amount ?? 0;
  const { code = "", description = "" } = discount ?? {};
  const discountName = t("discount", { code, description });
  const sold = lines.reduce((sum, line) => sum + line.total.amount, 0);
  return [
    ...(discount ? [{ name: discountName, value: money(-off) }] : []),
    ...(credit.amount > 0 ? [{ name: t("credit"), value: money(-credit.amount) }] : []),
    ...(kind === "credit-note"
      ? [{ name: t("receiptTotal"), value: money(sold - off - credit.amount) }]
      : []),
    // With a single line the total says the same.
    ...(lines.length > 1
      ? paidBack.map(({ name, amount }) => ({
          name: t("paidBackOf", { name }),
          value: formatMoney(amount, language),
        }))
      : []),
  ];
}

function taxesOf({ taxes, seller }: Receipt, { language, t }: Described): ReceiptRows["taxes"] {
  if (!seller.taxId && taxes.every(({ rate }) => rate === 0)) return null;
  return {
    title: t("taxes"),
    head: [t("taxRate"), t("net"), t("tax"), t("gross")],
    rows: taxes.map(({ rate, net, tax, gross }) => [
      `${formatNumber(rate / 100, language)} %`,
      ...[net, tax, gross].map((money) => formatMoney(money, language)),
    ]),
  };
}

/** Returns the rows of a receipt or a credit note in a language. */
export function receiptRows(
  receipt: Receipt,
  { language, timeZone }: Pick<Described, "language" | "timeZone">,
  t: Described["t"],
): ReceiptRows {
  const described = { language, timeZone, t };
  const { kind, total, testMode, deliveries, lines } = receipt;
  const isReceipt = kind === "receipt";
  return {
    title: t(isReceipt ? "title" : "creditNote"),
    warning: testMode ? t(isReceipt ? "testMode" : "testModeCreditNote") : null,
    facts: factsOf(receipt, described),
    lineHead: [t("item"), t("quantity"), t("unitPrice"), t("amount")],
    lines: lines.map(({ name, quantity, unitPrice, total: amount }) => [
      name,
      String(quantity),
      formatMoney(unitPrice, language),
      formatMoney(amount, language),
    ]),
    sums: sumsOf(receipt, described),
    total: { name: t(isReceipt ? "total" : "paidBack"), value: formatMoney(total, language) },
    taxes: taxesOf(receipt, described),
    deliveries: deliveries.length > 0 ? { title: t("deliveries"), items: deliveries } : null,
    // At noon, so that it is the same day in every time zone.
    terms: t("terms", { date: formatCalendarDate(receipt.termsVersion, language) }),
  };
}
