import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPurchase, listPurchases } from "#shared/api/billing.ts";
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
import { settleDuePayments } from "./charge.ts";
import { findCorrections, findInvoice, findInvoices, presentPurchase } from "./invoices.ts";
import { findCreditNote } from "./corrections.ts";
import { findReceipt, presentCreditNote } from "./receipts.ts";
import { type ReceiptFile, receiptPdf } from "./receipt-pdf.ts";
import type { Invoice } from "./schema.ts";

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
    const corrections = await findCorrections(database, rows);
    const shown = { now: portal.now(), paymentUrl: null };
    return {
      items: rows.map((row) => presentPurchase(row, { ...shown, ...corrections(row) })),
    };
  });

  serve(app, getPurchase, async ({ params }, request) => {
    const invoice = await requireOwn(request, params.id);
    const paymentUrl = await beginPayment(portal, invoice, request);
    const corrections = await findCorrections(database, [invoice]);
    return presentPurchase(invoice, { now: portal.now(), paymentUrl, ...corrections(invoice) });
  });

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
