import type { FastifyInstance } from "fastify";
import { getPurchase, getReceipt, listPurchases } from "../../../../src-shared/api/billing.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { presentPurchase } from "../checkout/present-purchase.ts";
import { settleDuePayments } from "../payments/settle.ts";
import { requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";
import { presentReceipt } from "./present-receipt.ts";
import { findDeliveries, findPaid, requireOwn } from "./queries.ts";

/** A user's own purchases and receipts; those of others do not exist for them. */
export default async function purchaseRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, listPurchases, async (_, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(app, userId);
    const rows = await findPaid(database, userId);
    return { items: rows.map((row) => presentPurchase(row, portal.now(), null)) };
  });

  serve(app, getPurchase, async ({ params }, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(app, userId);
    const purchase = await requireOwn(database, userId, params.id);
    const paymentUrl = await beginPayment(portal, purchase, request);
    return presentPurchase(purchase, portal.now(), paymentUrl);
  });

  serve(app, getReceipt, async ({ params }, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(app, userId);
    const purchase = await requireOwn(database, userId, params.id);
    const deliveries = await findDeliveries(database, purchase);
    return presentReceipt(purchase, deliveries, { ...portal, language: request.language });
  });
}
