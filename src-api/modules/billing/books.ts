import type { FastifyInstance } from "fastify";
import { exportBooks } from "#shared/api/books.ts";
import { addDays, addMonths } from "#shared/calendar-date.ts";
import type { Money } from "#shared/money.ts";
import type { Receipt } from "#shared/api/receipts.ts";
import type { Period } from "#shared/api/cart.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { type Cell, csvStream } from "#api/infra/csv.ts";
import { and, eq, gte, isNotNull, lt } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { businessDay, startOf } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";
import { requirePassword } from "#api/modules/accounts/module.ts";
import { buyerOf } from "./buyer-details.ts";
import { allocate, type Line, paidFor } from "./prices.ts";
import { creditNotes, type Invoice, invoices, payments } from "./schema.ts";

/** Columns of the books. */
export const bookColumns = [
  "number",
  "date",
  "kind",
  "item",
  "plan",
  "buyer",
  "country",
  "tax number",
  "net",
  "tax rate",
  "tax",
  "gross",
  "currency",
  "payment reference",
  "corrects",
];

/** What was paid or paid back for an item, in minor units; `rate` in hundredths of a per cent. Null where that is not recorded. */
type Item = { sku: string | null; period?: Period; rate: number | null; amount: number };

/** A numbered document of the books. `void-credit-note`: its refund was refused, no money was moved. */
type BookedDocument = {
  kind: "receipt" | "credit-note" | "void-credit-note";
  number: string;
  issuedAt: Date;
  buyer: ReturnType<typeof buyerOf>;
  total: Money;
  taxes: Receipt["taxes"];
  items: Item[];
  /** The provider's reference of the payment or refund; null where no money was moved. */
  reference: string | null;
  /** Number of the receipt that a credit note corrects. */
  corrects: string | null;
};

/** A part of an item that was taxed at one rate, in minor units; `tax` is null where no tax is stored. */
type Share = { item: Item; rate: number | null; tax: number | null; gross: number };

/** Part of a month, the end not included. */
type Time = { from: Date; until: Date };

/** Returns what was paid for the lines of an invoice: they share its credit in proportion, as in its taxes. */
function itemsOf({ lines, credit }: Pick<Invoice, "lines" | "credit">): Item[] {
  const amounts = lines.map(paidFor);
  const credits = allocate(credit, amounts);
  return lines.map(({ sku, period, taxRate = null }, at) => ({
    sku,
    ...(period && { period }),
    rate: taxRate,
    amount: (amounts[at] ?? 0) - (credits[at] ?? 0),
  }));
}

/** Returns what a credit note pays back of the lines that were sold. */
const refundedItems = (parts: readonly { sku: string; amount: number }[], sold: readonly Line[]) =>
  parts.map(({ sku, amount }): Item => {
    const { period, taxRate = null } = sold.find((line) => line.sku === sku) ?? {};
    return { sku, ...(period && { period }), rate: taxRate, amount };
  });

async function findReceipts(database: Database, { from, until }: Time): Promise<BookedDocument[]> {
  const rows = await database
    .select({ invoice: invoices, reference: payments.providerReference })
    .from(invoices)
    .leftJoin(payments, and(eq(payments.invoiceId, invoices.id), eq(payments.status, "succeeded")))
    .where(
      and(
        isNotNull(invoices.receiptNumber),
        gte(invoices.paidAt, from),
        lt(invoices.paidAt, until),
      ),
    );
  return rows.map(({ invoice, reference }) => ({
    kind: "receipt",
    number: invoice.receiptNumber ?? "",
    issuedAt: invoice.paidAt ?? from,
    buyer: buyerOf(invoice),
    total: { amount: invoice.total, currency: invoice.currency },
    taxes: invoice.taxes,
    items: itemsOf(invoice),
    reference,
    corrects: null,
  }));
}

async function findNotes(database: Database, { from, until }: Time): Promise<BookedDocument[]> {
  const rows = await database
    .select({ note: creditNotes, invoice: invoices })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .where(and(gte(creditNotes.createdAt, from), lt(creditNotes.createdAt, until)));
  return rows.map(({ note, invoice }) => ({
    kind: note.status === "failed" ? "void-credit-note" : "credit-note",
    number: note.number,
    issuedAt: note.createdAt,
    buyer: buyerOf(invoice),
    total: { amount: note.amount, currency: note.currency },
    taxes: note.taxes,
    items: refundedItems(note.lines, invoice.lines),
    reference: note.providerReference,
    corrects: invoice.receiptNumber,
  }));
}

/** Returns all numbered documents of a time, by day and number, those of deleted accounts too. */
export async function findBooked(database: Database, time: Time): Promise<BookedDocument[]> {
  const documents = [...(await findReceipts(database, time)), ...(await findNotes(database, time))];
  return documents.toSorted(
    (a, b) => a.issuedAt.getTime() - b.issuedAt.getTime() || (a.number < b.number ? -1 : 1),
  );
}

/**
 * Divides a document by items and tax rates, so that gross amounts add up to its total and taxes to those of each rate. A refund can
 * contain more of a rate than its items had: what an item has too much is taxed at the other rates of the document.
 */
export function sharesOf({
  items,
  taxes,
  total,
}: Pick<BookedDocument, "items" | "taxes" | "total">): Share[] {
  const rest = total.amount - items.reduce((sum, { amount }) => sum + amount, 0);
  const parts = rest === 0 ? items : [...items, { sku: null, rate: null, amount: rest }];
  const open = taxes.map(({ rate, gross }) => ({ rate, amount: gross.amount }));
  const take = (item: Item, rate: number | null, wanted: number): Share[] => {
    const from = open.find((one) => one.rate === rate);
    const gross = Math.min(wanted, from?.amount ?? 0);
    if (!from || gross <= 0) return [];
    from.amount -= gross;
    return [{ item, rate, tax: 0, gross }];
  };
  const sumOf = (shares: readonly Share[]) => shares.reduce((sum, { gross }) => sum + gross, 0);
  // All items take from their own rate before any takes from another.
  const own = parts.map((item) => take(item, item.rate, item.amount));
  const shares = parts.flatMap((item, at) => {
    const taken = [...(own[at] ?? [])];
    for (const { rate } of taxes) taken.push(...take(item, rate, item.amount - sumOf(taken)));
    const untaxed = item.amount - sumOf(taken);
    // What cost nothing was sold all the same.
    if (untaxed === 0 && taken.length > 0) return taken;
    const isTaxed = untaxed === 0 && taxes.some(({ rate }) => rate === item.rate);
    const last = isTaxed ? { rate: item.rate, tax: 0 } : { rate: null, tax: null };
    return [...taken, { item, gross: untaxed, ...last }];
  });
  for (const { rate, tax } of taxes) {
    const same = shares.filter((share) => share.rate === rate);
    const allocated = allocate(
      tax.amount,
      same.map(({ gross }) => gross),
    );
    same.forEach((share, at) => (share.tax = allocated[at] ?? 0));
  }
  return shares;
}

function rowsOf(document: BookedDocument, timeZone: string): Cell[][] {
  const { kind, number, issuedAt, buyer, total, reference, corrects } = document;
  // What was paid back lowers the sums; a refund that was refused keeps its number, and moves nothing.
  const sign = { receipt: 1, "credit-note": -1, "void-credit-note": 0 }[kind];
  const signed = (amount: number): Money => ({
    amount: amount === 0 ? 0 : amount * sign,
    currency: total.currency,
  });
  return sharesOf(document).map(({ item, rate, tax, gross }) => [
    number,
    businessDay(issuedAt, timeZone),
    kind,
    item.sku,
    item.period ?? null,
    buyer.name,
    buyer.country ?? null,
    buyer.taxId ?? null,
    signed(gross - (tax ?? 0)),
    rate === null ? null : `${rate / 100}%`,
    tax === null ? null : signed(tax),
    signed(gross),
    total.currency,
    reference,
    corrects,
  ]);
}

/** Yields the rows of a month of the seller's: one for each item and tax rate of its receipts and credit notes, read day by day. */
export async function* readBooks(
  { database, brand: { timeZone } }: Pick<Portal, "database" | "brand">,
  month: string,
): AsyncGenerator<Cell[]> {
  const end = startOf(`${addMonths(month, 1)}-01`, timeZone);
  let from = startOf(`${month}-01`, timeZone);
  while (from < end) {
    const until = startOf(addDays(businessDay(from, timeZone), 1), timeZone);
    for (const document of await findBooked(database, { from, until }))
      yield* rowsOf(document, timeZone);
    from = until;
  }
}

/** Serves the books to admins, who confirm that with their password: they name buyers. */
export async function bookRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, exportBooks, async ({ body: { month, password } }, request, reply) => {
    const session = requireAdmin(request);
    await throttle(portal, "member-export", request.ip, session.userId);
    const entered = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, entered);
    await act((tx) =>
      recordAct(tx, {
        act: "books-exported",
        at: portal.now(),
        actor: actorOf(request),
        subjectId: null,
        details: { month },
      }),
    );
    reply.header("content-disposition", `attachment; filename="books-${month}.csv"`);
    return csvStream(bookColumns, readBooks(portal, month));
  });
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
