import type { FastifyInstance } from "fastify";
import { getQuote } from "../../../../src-shared/api/billing.ts";
import { withTriedCode } from "./discount-tries.ts";
import { refuseSecondMembership } from "./place-order.ts";
import { priceOrder } from "./price-order.ts";
import { settledSession } from "../payments/settle.ts";
import { termsVersion } from "./terms-version.ts";
import { serve } from "../../../http/serve.ts";

/** Prices carts, for everybody; what a page shows before anything is charged. */
export default async function quoteRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const version = await termsVersion();

  serve(app, getQuote, async ({ body }, { session, language, ip }) => {
    const userId = session?.userId ?? null;
    const asked = { now: portal.now(), language, userId };
    const price = await withTriedCode(portal, { ip, userId, code: body.discountCode }, () =>
      priceOrder(portal.database, body, asked),
    );
    if (session) refuseSecondMembership(price.lines, await settledSession(app, session));
    return {
      ...price,
      termsVersion: version,
      paymentsAvailable: await portal.payments.available(),
      testMode: portal.payments.testMode,
    };
  });
}
