import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { ApiError } from "#api/infra/api-error.ts";
import { findInvoice, isPaid, type Invoice } from "../../ledger/module.ts";
import { completeCardSetup } from "../cards.ts";
import { completePage } from "../collect-payment.ts";
import { findPages } from "../store.ts";
import { leaveUrl, membershipUrl, subscriptionUrl, successUrl } from "../pages.ts";
import { connectStripe, stripeId } from "./stripe-client.ts";
import { applyEvent, eventSchema } from "./stripe-events.ts";

/** Seconds after which the signature of an event is no longer accepted. */
const toleranceSeconds = 300;

const paramsSchema = z.object({ id: z.uuid() });
const querySchema = z.object({ paid: z.optional(z.string()) });

const idOf = ({ params }: FastifyRequest): string | null =>
  paramsSchema.safeParse(params).data?.id ?? null;

/** Returns the event of a request that Stripe signed. Throws `validation` for any other, and for what is no event. */
function verifiedEvent(stripe: Stripe, request: FastifyRequest, secret: string) {
  const { body, headers, server } = request;
  const signature = headers["stripe-signature"];
  if (!Buffer.isBuffer(body) || typeof signature !== "string") throw new ApiError("validation");
  const receivedAt = server.portal.now().getTime();
  try {
    const { webhooks } = stripe;
    return eventSchema.parse(
      webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, receivedAt),
    );
  } catch (error) {
    request.log.warn({ err: error }, "an event of Stripe was refused");
    throw new ApiError("validation");
  }
}

/** Takes what was paid on an invoice's pages. When Stripe does not answer, its event does so later. */
async function settlePages(request: FastifyRequest, invoice: Invoice): Promise<Invoice> {
  const { portal } = request.server;
  for (const page of await findPages(portal.database, [invoice.id])) {
    await completePage(portal, invoice, page).catch((error: unknown) =>
      request.log.error({ err: error, invoice: invoice.id }, "payment could not be completed"),
    );
  }
  return (await findInvoice(portal.database, invoice.id)) ?? invoice;
}

/** Serves the webhook, and the addresses that Stripe's pages lead back to. */
export async function stripeRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { config, database } = portal;
  if (!config.stripe) throw new Error("Stripe is not set up.");
  const { webhookSecret } = config.stripe;
  const stripe = connectStripe(config.stripe);
  const hidden = { schema: { hide: true } };
  const event = { ...hidden, bodyLimit: 1024 * 1024 };

  // The signature is that of the bytes.
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) =>
    done(null, body),
  );

  app.post("/webhook", event, async (request, reply) => {
    await applyEvent(portal, stripe, verifiedEvent(stripe, request, webhookSecret));
    return reply.send({ received: true });
  });

  // Nobody is logged in here: what happens depends on what Stripe says, and what is shown on who asks there.
  app.get("/return/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    const found = id && (await findInvoice(database, id));
    if (!found || found.provider !== stripeId) return reply.redirect(membershipUrl(config), 303);
    const invoice = await settlePages(request, found);
    const hasPaid = isPaid(invoice) || querySchema.safeParse(request.query).data?.paid === "1";
    return reply.redirect((hasPaid ? successUrl : leaveUrl)(config, invoice), 303);
  });

  app.get("/cards/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    const key = id && { provider: stripeId, id };
    if (key) {
      await completeCardSetup(portal, key).catch((error: unknown) =>
        request.log.error({ err: error, setup: id }, "card could not be kept"),
      );
    }
    return reply.redirect(subscriptionUrl(config), 303);
  });
}
