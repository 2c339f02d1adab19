import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { findPurchase, isPaid, isPayable, type PurchaseRow } from "../../checkout/purchase.ts";
import { declinePayment, takePayment } from "../take-payment.ts";
import { leaveUrl, membershipUrl, successUrl } from "./sandbox-links.ts";
import { bankPage, paymentPage, type CardForm, type Payment } from "./sandbox-pages.ts";
import { sandboxId } from "./sandbox-path.ts";
import { sendEnding, sendPage, viewOf } from "./sandbox-reply.ts";
import { sandboxStyle } from "./sandbox-style.ts";
import { checkCard, type TestOutcome } from "./test-cards.ts";

/** How long the card that settles late takes to do so, in ms. */
const settlingTime = 15_000;

const paramsSchema = z.object({ purchaseId: z.uuid() });
const text = z.catch(z.string().check(z.maxLength(40)), "");
const formSchema = z.object({
  number: text,
  expiry: text,
  cvc: text,
  /** The answer to the second step, once it was asked for. */
  confirmed: z.catch(z.optional(z.enum(["yes", "no"])), undefined),
});
type Form = z.infer<typeof formSchema>;

/** The purchase of the address, if it is one of the sandbox's. */
async function findOwn({ server, params }: FastifyRequest): Promise<PurchaseRow | null> {
  const parsed = paramsSchema.safeParse(params);
  if (!parsed.success) return null;
  const purchase = await findPurchase(server.portal.database, parsed.data.purchaseId);
  return purchase?.provider === sandboxId ? purchase : null;
}

const paymentOf = ({ server: { portal } }: FastifyRequest, purchase: PurchaseRow): Payment => ({
  purchase,
  now: portal.now(),
  leaveUrl: leaveUrl(portal.config, purchase),
});

/** Runs a page's handler for a purchase that can be paid; every other one is led to where it is now. */
const withPayable =
  (handler: (purchase: PurchaseRow, request: FastifyRequest, reply: FastifyReply) => unknown) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { config, now } = request.server.portal;
    const purchase = await findOwn(request);
    if (!purchase) return sendEnding(request, reply, "missing");
    if (isPaid(purchase)) return reply.redirect(successUrl(config, purchase), 303);
    if (!isPayable(purchase, now())) {
      return sendEnding(request, reply, "closed", leaveUrl(config, purchase));
    }
    return handler(purchase, request, reply);
  };

const empty: CardForm = { input: { number: "", expiry: "", cvc: "" } };

const showForm = withPayable((purchase, request, reply) =>
  sendPage(reply, 200, paymentPage(paymentOf(request, purchase), empty, viewOf(request))),
);

/** Notes the failed try and shows the form again, for another card. */
async function decline(
  purchase: PurchaseRow,
  form: CardForm,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  await declinePayment(request.server.portal.database, purchase.id);
  const payment = paymentOf(request, { ...purchase, status: "declined" });
  return sendPage(reply, 402, paymentPage(payment, form, viewOf(request)));
}

/** Charges the card and leads to where the buyer sees the result. */
async function charge(
  purchase: PurchaseRow,
  outcome: TestOutcome,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { server } = request;
  const { config, now } = server.portal;
  const late = new Date(now().getTime() + settlingTime);
  const taken = await takePayment(server, purchase.id, {
    reference: `sandbox_${purchase.id}`,
    settlesAt: outcome === "settlesLate" ? late : null,
  });
  if (taken === "paid") return reply.redirect(successUrl(config, purchase), 303);
  if (taken === "closed") return sendEnding(request, reply, "closed", leaveUrl(config, purchase));
  return sendEnding(request, reply, "subscribed", membershipUrl(config));
}

/** What a card that is well formed leads to. */
function follow(
  outcome: TestOutcome,
  { confirmed, ...input }: Form,
  purchase: PurchaseRow,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (outcome === "declined") {
    return decline(purchase, { input, notice: "declined" }, request, reply);
  }
  if (outcome === "secondStep" && confirmed === "no") {
    return decline(purchase, { input, notice: "refused" }, request, reply);
  }
  if (outcome === "secondStep" && confirmed !== "yes") {
    return sendPage(reply, 200, bankPage(paymentOf(request, purchase), input, viewOf(request)));
  }
  return charge(purchase, outcome, request, reply);
}

const pay = withPayable((purchase, request, reply) => {
  const form = formSchema.parse(request.body ?? {});
  const { confirmed: _, ...input } = form;
  const checked = checkCard(input, request.server.portal.now());
  if ("outcome" in checked) return follow(checked.outcome, form, purchase, request, reply);
  const { errors } = checked;
  const payment = paymentOf(request, purchase);
  return sendPage(reply, 422, paymentPage(payment, { input, errors }, viewOf(request)));
});

/** The pages of the sandbox. The buyer comes without a session: the address is the only key. */
export async function sandboxRoutes(app: FastifyInstance): Promise<void> {
  await app.register(formbody);
  const style = sandboxStyle(app.portal.brand);
  const hidden = { schema: { hide: true } };

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, "payment page failed");
    return sendEnding(request, reply, "failed");
  });
  app.get("/style.css", hidden, (_, reply) =>
    reply.type("text/css").header("cache-control", "public, max-age=300").send(style),
  );
  app.get("/:purchaseId", hidden, showForm);
  app.post("/:purchaseId", hidden, pay);
}
