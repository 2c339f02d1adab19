import type { FastifyInstance, FastifyRequest } from "fastify";
import { checkout } from "../../../../src-shared/api/billing.ts";
import { idempotencyHeader } from "../../../../src-shared/api/endpoint.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { withTriedCode } from "./discount-tries.ts";
import { placeOrder } from "./place-order.ts";
import { presentPurchase } from "./present-purchase.ts";
import { findPurchase, isPayable } from "./purchase.ts";
import { settledSession } from "../payments/settle.ts";
import { takePayment } from "../payments/take-payment.ts";
import { requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";

/** The key by which a submit is known when it comes again. Throws `idempotency-key-missing`. */
function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers[idempotencyHeader];
  if (typeof key !== "string" || key.length < 8 || key.length > 100) {
    throw new ApiError("idempotency-key-missing");
  }
  return key;
}

/** Opens purchases. What a discount makes free of charge is settled at once. */
export default async function checkoutRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, checkout, async ({ body }, request) => {
    const { language, log, ip } = request;
    const session = await settledSession(app, requireUser(request));
    const key = idempotencyKey(request);
    const tried = { ip, userId: session.userId, code: body.discountCode };
    const placed = await withTriedCode(portal, tried, () =>
      placeOrder(portal, session, { body, key, language }),
    );
    if (placed.total === 0 && isPayable(placed, portal.now())) {
      await takePayment(app, placed.id, null);
    }
    const purchase = (await findPurchase(portal.database, placed.id)) ?? placed;
    const paymentUrl = await beginPayment(portal, purchase, { language, log });
    return presentPurchase(purchase, portal.now(), paymentUrl);
  });
}
