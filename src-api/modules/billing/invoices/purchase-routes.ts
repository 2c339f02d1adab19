import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  getCreditNote,
  getPurchase,
  getReceipt,
  listPurchases,
  type Purchase,
} from "../../../../src-shared/api/billing.ts";
import { serve } from "../../../http/serve.ts";
import { requireUser } from "../../../http/session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { findDeliveries } from "../catalogue/catalogue-store.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { settleDuePayments } from "../payments/settle.ts";
import { findLastPayment } from "../payments/payment-store.ts";
import type { CreditNote } from "../payments/schema.ts";
import { providerOf } from "../payments/payments.ts";
import type { Invoice } from "../schema.ts";
import { findCreditNote, findCreditNotes } from "./credit-note-store.ts";
import { presentPurchase } from "./invoice.ts";
import { findInvoice, findInvoices } from "./invoice-store.ts";
import { creditNoteOf, presentReceipt } from "./receipt.ts";

/** Returns the caller's invoice. Throws `not-found` also for an invoice of somebody else. */
async function requireOwn(request: FastifyRequest, id: string): Promise<Invoice> {
  const { portal } = request.server;
  const { userId } = requireUser(request);
  await settleDuePayments(portal, userId);
  const invoice = await findInvoice(portal.database, id);
  if (invoice?.userId !== userId) throw new ApiError("not-found");
  return invoice;
}

const summaryOf = ({ id, number, amount, currency, createdAt }: CreditNote) => ({
  id,
  number,
  amount: { amount, currency },
  issuedAt: createdAt.toISOString(),
});

/** Returns the credit notes of invoices, by invoice. */
async function creditNotesOf(
  { server: { portal } }: FastifyRequest,
  rows: readonly Invoice[],
): Promise<(invoice: Invoice) => Purchase["creditNotes"]> {
  const ids = rows.map(({ id }) => id);
  const notes = await findCreditNotes(portal.database, ids);
  return ({ id }) => notes.filter(({ invoiceId }) => invoiceId === id).map(summaryOf);
}

/** Returns the receipt of the caller's invoice. */
async function receiptOf(request: FastifyRequest, invoice: Invoice) {
  const { portal } = request.server;
  const skus = invoice.lines.map(({ sku }) => sku);
  const deliveries = await findDeliveries(portal.database, skus);
  const { card = null } = (await findLastPayment(portal.database, invoice.id)) ?? {};
  const { brand } = portal;
  const { language } = request;
  const { testMode } = providerOf(portal, invoice);
  return presentReceipt(invoice, deliveries, { brand, language, card, testMode });
}

/** Serves a user's invoices and receipts. */
export default async function purchaseRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, listPurchases, async (_, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(portal, userId);
    const rows = await findInvoices(database, userId);
    const notes = await creditNotesOf(request, rows);
    const shown = { now: portal.now(), paymentUrl: null };
    return {
      items: rows.map((row) => presentPurchase(row, { ...shown, creditNotes: notes(row) })),
    };
  });

  serve(app, getPurchase, async ({ params }, request) => {
    const invoice = await requireOwn(request, params.id);
    const paymentUrl = await beginPayment(portal, invoice, request);
    const notes = await creditNotesOf(request, [invoice]);
    return presentPurchase(invoice, {
      now: portal.now(),
      paymentUrl,
      creditNotes: notes(invoice),
    });
  });

  serve(app, getReceipt, async ({ params }, request) => {
    return receiptOf(request, await requireOwn(request, params.id));
  });

  serve(app, getCreditNote, async ({ params }, request) => {
    const note = await findCreditNote(database, params.id);
    if (!note) throw new ApiError("not-found");
    const invoice = await requireOwn(request, note.invoiceId);
    return creditNoteOf(note, await receiptOf(request, invoice));
  });
}
