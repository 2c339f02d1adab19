import { randomBytes } from "node:crypto";
import type { Receipt } from "#shared/api/receipts.ts";
import type { Brand } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { businessDay } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";
import { findDeliveries } from "../../catalogue/module.ts";
import type { CreditNote } from "../corrections/schema.ts";
import { coverOf, paidBackOf } from "../invoices/invoice.ts";
import { findLastPayment } from "../invoices/payment-store.ts";
import type { Invoice } from "../schema.ts";

/** Groups the 16 hexadecimal digits of a reference: "7F3A-92C1-0B4E-55D0". */
export const groupReference = (digits: string): string =>
  digits.toUpperCase().replaceAll(/(.{4})(?!$)/g, "$1-");

/** Returns a new withdrawal reference: 64 random bits, which nobody can guess in any number of tries. */
export const newReference = (): string => groupReference(randomBytes(8).toString("hex"));

export const receiptSeries = "receipt";

type Numbering = Pick<Brand, "receiptPrefix" | "timeZone">;

/** Formats the number of a document, such as "RS-2026-000123", with the seller's year; the series does not restart with it. */
const documentNumber = (prefix: string, number: number, day: string): string =>
  `${prefix}-${day.slice(0, 4)}-${String(number).padStart(6, "0")}`;

/** Formats the number of a receipt, such as "RS-2026-000123". */
export const receiptNumber = (
  { receiptPrefix, timeZone }: Numbering,
  number: number,
  chargedAt: Date,
): string => documentNumber(receiptPrefix, number, businessDay(chargedAt, timeZone));

export const creditNoteSeries = "credit-note";

/** Formats the number of a credit note, such as "RS-C-2026-000123". */
export const creditNoteNumber = (
  { receiptPrefix, timeZone }: Numbering,
  number: number,
  issuedAt: Date,
): string => documentNumber(`${receiptPrefix}-C`, number, businessDay(issuedAt, timeZone));

export const sellerOf = (brand: Brand): Receipt["seller"] => ({
  name: brand.owner,
  address: brand.address,
  ...(brand.country && { country: brand.country }),
  email: brand.contactEmail,
  ...(brand.taxId && { taxId: brand.taxId }),
});

type Delivery = { sku: string; delivery: Localised };

/** Returns the receipt of a settled invoice, as it was accepted. Throws `not-found` before. */
function presentReceipt(
  invoice: Invoice,
  deliveries: readonly Delivery[],
  {
    brand,
    language,
    card,
    testMode,
  }: { brand: Brand; language: Language; card: string | null; testMode: boolean },
): Receipt {
  const { receiptNumber: number, paidAt, lines, total, currency, credit } = invoice;
  if (!number || !paidAt) throw new ApiError("not-found");
  return {
    kind: "receipt",
    number,
    issuedAt: paidAt.toISOString(),
    withdrawalReference: invoice.withdrawalReference,
    seller: invoice.seller ?? sellerOf(brand),
    buyer: { name: invoice.buyerName, email: invoice.buyerEmail },
    corrects: null,
    covers: coverOf(invoice),
    lines,
    discount: invoice.discount,
    credit: { amount: credit, currency },
    total: { amount: total, currency },
    paidBack: [],
    taxes: invoice.taxes,
    card,
    termsVersion: invoice.termsVersion,
    testMode,
    deliveries: lines.flatMap(({ sku, name }) => {
      const found = deliveries.find((candidate) => candidate.sku === sku);
      return found ? [{ name, delivery: localised(found.delivery, language) }] : [];
    }),
  };
}

/** Returns a credit note in the shape of the receipt that it corrects. */
export const presentCreditNote = (
  { number, createdAt, amount, currency, taxes, ...note }: CreditNote,
  receipt: Receipt,
): Receipt => ({
  ...receipt,
  kind: "credit-note",
  number,
  issuedAt: createdAt.toISOString(),
  withdrawalReference: null,
  corrects: { number: receipt.number, issuedAt: receipt.issuedAt },
  total: { amount, currency },
  paidBack: paidBackOf({ ...note, currency }, receipt),
  taxes,
  deliveries: [],
});

/** What test mode means for a mail about payments, and for those that come with a receipt or a credit note. */
const notices = {
  payment: "mails:renewal-reminder.testMode",
  receipt: "membership:receipt.testMode",
  "credit-note": "membership:receipt.testModeCreditNote",
} as const;

/** Marks a mail about payments that move no real money: those in test mode. */
export function markTestMode(
  mail: Mail,
  isTest: boolean,
  about: keyof typeof notices = "payment",
): Mail {
  if (!isTest) return mail;
  return { ...mail, paragraphs: [textsIn(mail.language)(notices[about]), ...mail.paragraphs] };
}

/** Returns whether an invoice was paid in test mode. A provider that is not set up any more counts as real. */
export const isTestPayment = (
  { payments }: Pick<Portal, "payments">,
  { provider }: { provider: string },
): boolean => payments.byId.get(provider)?.testMode ?? false;

/** Returns the receipt of an invoice in a language. Throws `not-found` before the invoice is settled. */
export async function findReceipt(
  portal: Pick<Portal, "database" | "brand" | "payments">,
  invoice: Invoice,
  language: Language,
): Promise<Receipt> {
  const { database, brand } = portal;
  const skus = invoice.lines.map(({ sku }) => sku);
  const deliveries = await findDeliveries(database, skus);
  const { card = null } = (await findLastPayment(database, invoice.id)) ?? {};
  const testMode = isTestPayment(portal, invoice);
  return presentReceipt(invoice, deliveries, { brand, language, card, testMode });
}
