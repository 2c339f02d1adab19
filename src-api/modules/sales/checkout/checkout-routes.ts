import type { FastifyInstance } from "fastify";
import { checkout, getQuote } from "#shared/api/billing.ts";
import { idempotencyKey } from "#api/http/idempotency-key.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import {
  beginPayment,
  presentPayments,
  settledSession,
  collectPayment,
} from "../../payments/module.ts";
import { withTriedCode } from "./discount-tries.ts";
import { placeOrder, refuseSecondMembership } from "./place-order.ts";
import { priceOrder } from "./price-order.ts";
import { findInvoice, isPayable, noCorrections, presentPurchase } from "../../ledger/module.ts";

/** Serves quotes to everybody, and opens invoices of users. */
export default async function checkoutRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, getQuote, async ({ body }, { session, language, ip }) => {
    const userId = session?.userId ?? null;
    const priceRequest = { now: portal.now(), language, userId };
    const price = await withTriedCode(portal, { ip, userId, code: body.discountCode }, () =>
      priceOrder(portal.database, body, priceRequest),
    );
    if (session) refuseSecondMembership(price.lines, await settledSession(portal, session));
    return {
      ...price,
      termsVersion: portal.brand.legalVersions.terms,
      ...(await presentPayments(portal)),
    };
  });

  serve(app, checkout, async ({ body }, request) => {
    const { language, log, ip } = request;
    const session = await settledSession(portal, requireUser(request));
    const key = idempotencyKey(request);
    const tried = { ip, userId: session.userId, code: body.discountCode };
    const placed = await withTriedCode(portal, tried, () =>
      placeOrder(portal, session, { body, key, language }),
    );
    // A discount of the whole price leaves nothing to pay.
    if (placed.total === 0 && isPayable(placed, portal.now())) {
      await collectPayment(portal, placed.id, null);
    }
    const invoice = (await findInvoice(portal.database, placed.id)) ?? placed;
    const paymentUrl = await beginPayment(portal, invoice, { language, log });
    return presentPurchase(invoice, { now: portal.now(), paymentUrl, ...noCorrections });
  });
}
