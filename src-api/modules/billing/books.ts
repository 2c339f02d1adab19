import type { Receipt } from "#shared/api/receipts.ts";
import type { Money } from "#shared/money.ts";
import { and, eq, gte, isNotNull, lt } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Line } from "./prices.ts";
import { creditNotes, invoices, payments } from "./schema.ts";

/** A numbered document of the books. `void-credit-note`: its refund was refused, no money was moved. */
export type BookedDocument = {
  kind: "receipt" | "credit-note" | "void-credit-note";
  number: string;
  issuedAt: Date;
  buyer: { name: string; email: string };
  total: Money;
  taxes: Receipt["taxes"];
  /** What was sold or paid back, with its tax rate. */
  items: { sku: string; rate: number | null }[];
  /** The provider's reference of the payment or refund; null where no money was moved. */
  reference: string | null;
  /** Number of the receipt that a credit note corrects. */
  corrects: string | null;
};

/** Part of a month, the end not included. */
type Time = { from: Date; until: Date };

const buyer = { name: invoices.buyerName, email: invoices.buyerEmail };

/** Returns the lines of a document with the tax rates that they were sold at. */
const itemsOf = (parts: readonly { sku: string }[], sold: readonly Line[]) =>
  parts.map(({ sku }) => ({ sku, rate: sold.find((line) => line.sku === sku)?.taxRate ?? null }));

async function findReceipts(database: Database, { from, until }: Time): Promise<BookedDocument[]> {
  const rows = await database
    .select({ invoice: invoices, buyer, reference: payments.providerReference })
    .from(invoices)
    .leftJoin(payments, and(eq(payments.invoiceId, invoices.id), eq(payments.status, "succeeded")))
    .where(
      and(
        isNotNull(invoices.receiptNumber),
        gte(invoices.paidAt, from),
        lt(invoices.paidAt, until),
      ),
    );
  return rows.map(({ invoice, ...row }) => ({
    ...row,
    kind: "receipt",
    number: invoice.receiptNumber ?? "",
    issuedAt: invoice.paidAt ?? from,
    total: { amount: invoice.total, currency: invoice.currency },
    taxes: invoice.taxes,
    items: itemsOf(invoice.lines, invoice.lines),
    corrects: null,
  }));
}

async function findNotes(database: Database, { from, until }: Time): Promise<BookedDocument[]> {
  const rows = await database
    .select({ note: creditNotes, buyer, lines: invoices.lines, corrects: invoices.receiptNumber })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .where(and(gte(creditNotes.createdAt, from), lt(creditNotes.createdAt, until)));
  return rows.map(({ note, lines, ...row }) => ({
    ...row,
    kind: note.status === "failed" ? "void-credit-note" : "credit-note",
    number: note.number,
    issuedAt: note.createdAt,
    total: { amount: note.amount, currency: note.currency },
    taxes: note.taxes,
    items: itemsOf(note.lines, lines),
    reference: note.providerReference,
  }));
}

/** Returns all numbered documents of a time, by day and number, those of deleted accounts too. */
export async function findBooked(database: Database, time: Time): Promise<BookedDocument[]> {
  const documents = [...(await findReceipts(database, time)), ...(await findNotes(database, time))];
  return documents.toSorted(
    (a, b) => a.issuedAt.getTime() - b.issuedAt.getTime() || (a.number < b.number ? -1 : 1),
  );
}

/** Returns the id of the user to whom a receipt or credit note with this number belongs; null without an account. */
export async function findBuyerByNumber(
  database: Database,
  number: string,
): Promise<string | null> {
  const { userId, receiptNumber } = invoices;
  const ofReceipt = database.select({ userId }).from(invoices).where(eq(receiptNumber, number));
  const ofNote = database
    .select({ userId })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .where(eq(creditNotes.number, number));
  const [found] = await ofReceipt.union(ofNote);
  return found?.userId ?? null;
}
