import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { changeOrder, listOrders, orderPages, type Order } from "#shared/api/orders.ts";
import type { Language } from "#shared/languages.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import { findOrder, findOrders, type BoughtExtra } from "../../ledger/module.ts";
import {
  changeOrder as applyStep,
  presentDelivery,
  stepsOf,
  type DeliveryStep,
} from "./delivery.ts";

const cursors = createCursors(
  z.object({ paidAt: cursorTime, buyer: z.string(), number: z.string(), sku: z.string() }),
);

/** Returns what an order is found by in the list. Orders are of paid invoices, which have both a number and a time. */
const placeOf = ({ delivery, invoice }: BoughtExtra) => ({
  paidAt: invoice.paidAt ?? delivery.changedAt,
  buyer: invoice.buyerName,
  number: invoice.receiptNumber ?? "",
  sku: delivery.sku,
});

function presentOrder(bought: BoughtExtra, language: Language, now: Date): Order {
  const { purchaseId: _, text: __, ...delivery } = presentDelivery(bought, language);
  const { invoice, account, product } = bought;
  const { paidAt, number } = placeOf(bought);
  return {
    ...delivery,
    number,
    name: localised(product.name, language),
    paidAt: paidAt.toISOString(),
    buyer: {
      id: invoice.userId,
      name: invoice.buyerName,
      email: account?.email ?? invoice.buyerEmail,
    },
    steps: stepsOf(bought, now),
  };
}

/** Serves the orders of extras to admins. */
export default async function orderRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, brand, now } = portal;

  serve(app, listOrders, async ({ query: { cursor, limit, ...search } }, { language }) => {
    const size = limit ?? orderPages.default;
    const after = cursor === undefined ? undefined : cursors.parse(cursor);
    const found = await findOrders(database, { ...search, after, limit: size + 1 });
    const page = found.slice(0, size);
    const last = found.length > size ? page.at(-1) : undefined;
    return {
      items: page.map((order) => presentOrder(order, language, now())),
      nextCursor: last ? cursors.format(placeOf(last)) : null,
    };
  });

  /** Returns the time that was written for an order: it has to name a time of day, and be ahead. */
  const timeOf = (text: string): Date => {
    const read = readWrittenTime(text, brand.timeZone);
    if ("time" in read && !read.isDay && read.time > now()) return read.time;
    throw new ApiError("validation", { fields: { time: "forms:timeAhead" } });
  };

  serve(app, changeOrder, async ({ params, body }, request) => {
    const step: DeliveryStep =
      body.step === "schedule"
        ? { step: "schedule", time: timeOf(body.time) }
        : { step: body.step };
    const order = { ...params, seenChangedAt: new Date(body.changedAt) };
    const outcome = await applyStep(portal, order, { step, actor: actorOf(request) });
    if (outcome === "unknown") throw new ApiError("not-found");
    if (outcome !== "changed" && outcome !== "unchanged") throw new ApiError("conflict");
    const changed = await findOrder(database, params);
    if (!changed) throw new ApiError("not-found");
    return presentOrder(changed, request.language, now());
  });
}
