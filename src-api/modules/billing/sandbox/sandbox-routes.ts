import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { defaultLanguage, languages } from "#shared/languages.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Portal } from "#api/portal.ts";
import { leaveUrl, portalOrigin, subscriptionUrl } from "#api/modules/billing/payment-pages.ts";
import {
  cardSetupPage,
  type Ending,
  endingPage,
  type FormState,
  giveCard,
  type LastStep,
  missingSetup,
  openCardPage,
  openPaymentPage,
  paymentBankPage,
  paymentPage,
  payWithCard,
  setupBankPage,
  type SetupStep,
  type Step,
} from "./pages.ts";
import { findSchedule, nextPage } from "./next-page.ts";
import { sandboxStyle, type View } from "./layout.ts";
import { sandboxId } from "./sandbox.ts";

const paramsSchema = z.object({ id: z.uuid() });
const querySchema = z.object({ lang: z.catch(z.enum(languages), defaultLanguage) });
const text = z.catch(z.string().check(z.maxLength(40)), "");
const formSchema = z.object({
  number: text,
  expiry: text,
  cvc: text,
  confirmed: z.catch(z.optional(z.enum(["yes", "no"])), undefined),
});

const missing: LastStep = { show: "ending", why: "missing" };

const statusOf: Record<Ending, number> = {
  missing: 404,
  closed: 410,
  subscribed: 409,
  failed: 500,
  cardMissing: 404,
};

const idOf = ({ params }: FastifyRequest): string | null =>
  paramsSchema.safeParse(params).data?.id ?? null;

const formOf = ({ body }: FastifyRequest) => formSchema.parse(body ?? {});

/** Returns whether anybody may see what happens next: it names members, so only where they are not real. */
const listsNext = ({ payments, config, testClock }: Portal): boolean =>
  payments.current.id === sandboxId && (config.seedDemo || testClock !== null);

/** Pages are in the language of their address: the one in which the buyer used the portal. */
function viewOf({ server: { portal }, query }: FastifyRequest): View {
  const { lang } = querySchema.parse(query);
  const isMoved = portal.testClock !== null && portal.testClock.ahead() > 0;
  return {
    brand: portal.brand,
    language: lang,
    t: textsIn(lang),
    movedTo: isMoved ? portal.now() : null,
    listsNext: listsNext(portal),
  };
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

function formStatus({ errors, notice }: FormState): number {
  if (errors) return 422;
  return notice ? 402 : 200;
}

function sendLast(request: FastifyRequest, reply: FastifyReply, step: LastStep): FastifyReply {
  if (step.show === "portal") return reply.redirect(step.url, 303);
  return sendPage(reply, statusOf[step.why], endingPage(step, viewOf(request)));
}

function sendPayment(request: FastifyRequest, reply: FastifyReply, step: Step): FastifyReply {
  const { config, now } = request.server.portal;
  const view = viewOf(request);
  if (step.show === "bank") return sendPage(reply, 200, paymentBankPage(step, view));
  if (step.show !== "card") return sendLast(request, reply, step);
  const leave = leaveUrl(config, step.invoice);
  return sendPage(reply, formStatus(step), paymentPage(step, { now: now(), leave }, view));
}

function sendSetup(request: FastifyRequest, reply: FastifyReply, step: SetupStep): FastifyReply {
  const view = viewOf(request);
  if (step.show === "bank") return sendPage(reply, 200, setupBankPage(step, view));
  if (step.show !== "card") return sendLast(request, reply, step);
  const leave = subscriptionUrl(request.server.portal.config);
  return sendPage(reply, formStatus(step), cardSetupPage(step, leave, view));
}

/** Serves the pages of the sandbox. The id of the purchase or page is the only key. */
export async function sandboxRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  await app.register(formbody);
  const style = sandboxStyle(portal.brand);
  const hidden = { schema: { hide: true } };

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    const isRefused = statusCode >= 400 && statusCode < 500; // a body that is too large or no form
    if (!isRefused) request.log.error({ err: error }, "payment page failed");
    const page = endingPage({ show: "ending", why: "failed" }, viewOf(request));
    return sendPage(reply, isRefused ? statusCode : statusOf.failed, page);
  });
  app.get("/style.css", hidden, (_, reply) =>
    reply.type("text/css").header("cache-control", "public, max-age=300").send(style),
  );
  app.get("/next", hidden, async (request, reply) => {
    if (!listsNext(portal)) return sendLast(request, reply, missing);
    const page = nextPage(await findSchedule(portal), portal, viewOf(request));
    return sendPage(reply, 200, page);
  });
  app.get("/cards/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    const step = id ? await openCardPage(portal, id) : missingSetup(portal);
    return sendSetup(request, reply, step);
  });
  app.post("/cards/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    const step = id ? await giveCard(portal, id, formOf(request)) : missingSetup(portal);
    return sendSetup(request, reply, step);
  });
  app.get("/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    return sendPayment(request, reply, id ? await openPaymentPage(portal, id) : missing);
  });
  app.post("/:id", hidden, async (request, reply) => {
    const id = idOf(request);
    return sendPayment(
      request,
      reply,
      id ? await payWithCard(portal, id, formOf(request)) : missing,
    );
  });
}
