import type { FastifyInstance, FastifyRequest } from "fastify";
import { getPurchase, getReceipt, listPurchases } from "../../../../src-shared/api/billing.ts";
import { serve } from "../../../http/serve.ts";
import { requireUser } from "../../../http/session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { findDeliveries } from "../catalogue/catalogue-store.ts";
import { presentPurchase } from "../checkout/purchase.ts";
import { findPaid, findPurchase } from "../checkout/purchase-store.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { settleDuePayments } from "../payments/settle.ts";
import type { PurchaseRow } from "../schema.ts";
import { presentReceipt } from "./receipt.ts";

/** Returns the caller's purchase. Throws `not-found` also for a purchase of somebody else. */
async function requireOwn(request: FastifyRequest, id: string): Promise<PurchaseRow> {
  const { portal } = request.server;
  const { userId } = requireUser(request);
  await settleDuePayments(portal, userId);
  const purchase = await findPurchase(portal.database, id);
  if (purchase?.userId !== userId) throw new ApiError("not-found");
  return purchase;
}

/** Serves a user's purchases and receipts. */
export default async function purchaseRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, listPurchases, async (_, request) => {
    const { userId } = requireUser(request);
    await settleDuePayments(portal, userId);
    const rows = await findPaid(database, userId);
    return { items: rows.map((row) => presentPurchase(row, portal.now(), null)) };
  });

  serve(app, getPurchase, async ({ params }, request) => {
    const purchase = await requireOwn(request, params.id);
    const paymentUrl = await beginPayment(portal, purchase, request);
    return presentPurchase(purchase, portal.now(), paymentUrl);
  });

  serve(app, getReceipt, async ({ params }, request) => {
    const purchase = await requireOwn(request, params.id);
    const skus = purchase.lines.map(({ sku }) => sku);
    const deliveries = await findDeliveries(database, skus);
    return presentReceipt(purchase, deliveries, { ...portal, language: request.language });
  });
}
