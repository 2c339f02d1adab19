import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPurchase, listPurchases, type Purchase } from "#shared/api/billing.ts";
import {
  getCreditNote,
  getCreditNotePdf,
  getReceipt,
  getReceiptPdf,
  type Receipt,
} from "#shared/api/receipts.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { beginPayment } from "./payment-pages.ts";
import { findAwaitingBank } from "./late-payments.ts";
import { settleDuePayments } from "./payments.ts";
import { findInvoice, invoicePaid, isUnpaid, shownDiscount } from "./invoices.ts";
import { findCreditNote, findCreditNotes } from "./credit.ts";
import {
  coverOf,
  findReceipt,
  paidBackOf,
  presentCreditNote,
  type ReceiptFile,
  receiptPdf,
} from "./receipts.ts";
import { creditNotes, type Invoice, invoices, withdrawals } from "./schema.ts";
import { and, desc, eq, inArray, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import type { PageContext } from "./cards.ts";

/** Returns the times at which effective withdrawals were declared, by invoice. */
export async function findWithdrawnAt(
  database: Database,
  invoiceIds: readonly string[],
): Promise<Map<string, Date>> {
  if (invoiceIds.length === 0) return new Map();
  const ended = await database
    .select({ id: withdrawals.invoiceId, at: withdrawals.createdAt })
    .from(withdrawals)
    .where(inArray(withdrawals.invoiceId, [...invoiceIds]));
  // Changes of a contract that ended with it are only known by their credit notes.
  const undone = await database
    .select({ id: creditNotes.invoiceId, at: creditNotes.createdAt })
    .from(creditNotes)
    .where(
      and(inArray(creditNotes.invoiceId, [...invoiceIds]), eq(creditNotes.reason, "withdrawal")),
    );
  return new Map([...undone, ...ended].flatMap(({ id, at }) => (id === null ? [] : [[id, at]])));
}

/** Returns the user's invoices, newest first, without orders that were never paid. */
export const findInvoices = (database: Database, userId: string): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(
      and(eq(invoices.userId, userId), sql`(${invoicePaid} or ${invoices.reason} = 'renewal')`),
    )
    .orderBy(desc(invoices.createdAt), desc(invoices.id));

/** What was undone of an invoice after it was paid. */
type Reversal = Pick<Purchase, "creditNotes" | "withdrawnAt">;

async function findReversals(
  database: Database,
  rows: readonly Invoice[],
): Promise<(invoice: Invoice) => Reversal> {
  const ids = rows.map(({ id }) => id);
  const notes = await findCreditNotes(database, ids);
  const withdrawnAt = await findWithdrawnAt(database, ids);
  return (invoice) => ({
    creditNotes: notes
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map((note) => ({
        id: note.id,
        number: note.number,
        amount: { amount: note.amount, currency: note.currency },
        issuedAt: note.createdAt.toISOString(),
        lines: paidBackOf(note, invoice),
      })),
    withdrawnAt: withdrawnAt.get(invoice.id)?.toISOString() ?? null,
  });
}

/** Returns the status now: an invoice that was not paid in time has expired. */
export const invoiceStatus = (
  invoice: Pick<Invoice, "status" | "expiresAt">,
  now: Date,
): Purchase["status"] =>
  isUnpaid(invoice) && invoice.expiresAt <= now ? "expired" : invoice.status;

/** Returns invoices as their buyers see them; names are in the language they were bought in. */
export async function presentPurchases(
  { database, now }: Pick<Portal, "database" | "now">,
  rows: readonly Invoice[],
): Promise<Purchase[]> {
  const reversalOf = await findReversals(database, rows);
  const pending = rows.filter(({ status }) => status === "pending");
  const awaiting = await findAwaitingBank(
    database,
    pending.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    status: invoiceStatus(row, now()),
    ...(awaiting.has(row.id) && { awaitsBank: true }),
    lines: row.lines,
    discount: shownDiscount(row),
    credit: { amount: row.credit, currency: row.currency },
    total: { amount: row.total, currency: row.currency },
    covers: coverOf(row),
    ...reversalOf(row),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    receiptNumber: row.receiptNumber,
    paymentUrl: null,
  }));
}

/** Returns an invoice as its buyer sees it, with the address where it can be paid. Throws like `beginPayment`. */
export async function presentPayable(
  portal: Portal,
  invoice: Invoice,
  context: PageContext,
): Promise<Purchase> {
  const paymentUrl = await beginPayment(portal, invoice, context);
  const [purchase] = await presentPurchases(portal, [invoice]);
  if (!purchase) throw new Error("An invoice was not presented.");
  return { ...purchase, paymentUrl };
}

/** Returns the caller's invoice. Throws `not-found` also for an invoice of somebody else. */
async function requireOwn(request: FastifyRequest, id: string): Promise<Invoice> {
  const { portal } = request.server;
  const { userId } = requireUser(request);
  await settleDuePayments(portal, userId);
  const invoice = await findInvoice(portal.database, id);
  if (invoice?.userId !== userId) throw new ApiError("not-found");
  return invoice;
}

/** Returns the caller's credit note. Throws `not-found` also for one of somebody else, or that was refused. */
async function creditNoteOf(request: FastifyRequest, id: string): Promise<Receipt> {
  const { portal } = request.server;
  const note = await findCreditNote(portal.database, id);
  if (!note || note.status === "failed") throw new ApiError("not-found");
  return presentCreditNote(
    note,
    await findReceipt(portal, await requireOwn(request, note.invoiceId), request.language),
  );
}

/** Names the file that the caller saves. */
function sendPdf(reply: FastifyReply, { name, content }: ReceiptFile): Buffer {
  reply.header("content-disposition", `attachment; filename="${name}"`);
  return content;
}

/** Serves a user's invoices and receipts. */
export async function purchaseRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, listPurchases, async (_, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(portal, userId);
    const rows = await findInvoices(database, userId);
    return { items: await presentPurchases(portal, rows) };
  });

  serve(app, getPurchase, async ({ params }, request) =>
    presentPayable(portal, await requireOwn(request, params.id), request),
  );

  serve(app, getReceipt, async ({ params }, request) => {
    return findReceipt(portal, await requireOwn(request, params.id), request.language);
  });

  serve(app, getReceiptPdf, async ({ params }, request, reply) => {
    const { language } = request;
    const receipt = await findReceipt(portal, await requireOwn(request, params.id), language);
    return sendPdf(reply, await receiptPdf(receipt, { brand: portal.brand, language }));
  });

  serve(app, getCreditNote, async ({ params }, request) => creditNoteOf(request, params.id));

  serve(app, getCreditNotePdf, async ({ params }, request, reply) => {
    const { language } = request;
    const creditNote = await creditNoteOf(request, params.id);
    return sendPdf(reply, await receiptPdf(creditNote, { brand: portal.brand, language }));
  });
}
