import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { defaultLanguage, languages } from "../../../../../src-shared/languages.ts";
import { textsIn } from "../../../../infra/i18n/messages.ts";
import type { View } from "./sandbox-layout.ts";
import { leaveUrl, portalOrigin } from "../return-links.ts";
import { bankPage, endingPage, paymentPage } from "./sandbox-pages.ts";
import { openPaymentPage, payWithCard, type Ending, type Step } from "./sandbox-payment.ts";
import { sandboxStyle } from "./sandbox-style.ts";

const paramsSchema = z.object({ invoiceId: z.uuid() });
const querySchema = z.object({ lang: z.catch(z.enum(languages), defaultLanguage) });
const text = z.catch(z.string().check(z.maxLength(40)), "");
const formSchema = z.object({
  number: text,
  expiry: text,
  cvc: text,
  confirmed: z.catch(z.optional(z.enum(["yes", "no"])), undefined),
});

const missing: Step = { show: "ending", why: "missing" };

const statusOf: Record<Ending, number> = {
  missing: 404,
  closed: 410,
  subscribed: 409,
  failed: 500,
};

/** The invoice id of the address, or null. */
const invoiceIdOf = ({ params }: FastifyRequest): string | null =>
  paramsSchema.safeParse(params).data?.invoiceId ?? null;

/** Pages are in the language of their address: the one in which the buyer used the portal. */
function viewOf({ server, query }: FastifyRequest): View {
  const { lang } = querySchema.parse(query);
  return { brand: server.portal.brand, language: lang, t: textsIn(lang) };
}

/** Sends a page that is not cached, not framed, and runs no scripts. */
function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    // Browsers check the redirect after paying as well: it leads to the portal.
    `form-action 'self' ${portalOrigin(reply.server.portal.config)}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(page);
}

function cardStatus({ errors, notice }: Extract<Step, { show: "card" }>): number {
  if (errors) return 422;
  return notice ? 402 : 200;
}

function send(request: FastifyRequest, reply: FastifyReply, step: Step): FastifyReply {
  const { config, now } = request.server.portal;
  const view = viewOf(request);
  switch (step.show) {
    case "portal":
      return reply.redirect(step.url, 303);
    case "ending":
      return sendPage(reply, statusOf[step.why], endingPage(step, view));
    case "bank":
      return sendPage(reply, 200, bankPage(step, view));
    case "card": {
      const leave = leaveUrl(config, step.invoice);
      return sendPage(reply, cardStatus(step), paymentPage(step, { now: now(), leave }, view));
    }
  }
}

/** Serves the pages of the sandbox. Buyers have no session here: the purchase's id is the only key. */
export async function sandboxRoutes(app: FastifyInstance): Promise<void> {
  await app.register(formbody);
  const style = sandboxStyle(app.portal.brand);
  const hidden = { schema: { hide: true } };

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, "payment page failed");
    return send(request, reply, { show: "ending", why: "failed" });
  });
  app.get("/style.css", hidden, (_, reply) =>
    reply.type("text/css").header("cache-control", "public, max-age=300").send(style),
  );
  app.get("/:invoiceId", hidden, async (request, reply) => {
    const id = invoiceIdOf(request);
    return send(request, reply, id ? await openPaymentPage(app.portal, id) : missing);
  });
  app.post("/:invoiceId", hidden, async (request, reply) => {
    const id = invoiceIdOf(request);
    const form = formSchema.parse(request.body ?? {});
    return send(request, reply, id ? await payWithCard(app.portal, id, form) : missing);
  });
}
