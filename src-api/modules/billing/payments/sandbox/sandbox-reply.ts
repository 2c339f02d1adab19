import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { defaultLanguage, languages } from "../../../../../src-shared/languages.ts";
import { textsIn } from "../../../../infra/i18n/messages.ts";
import { portalOrigin } from "./sandbox-links.ts";
import { messagePage, type View } from "./sandbox-layout.ts";

const querySchema = z.object({ lang: z.catch(z.enum(languages), defaultLanguage) });

/** The view of a page in the language of its address: the one the buyer used the portal in. */
export function viewOf({ server, query }: FastifyRequest): View {
  const { lang } = querySchema.parse(query);
  return { brand: server.portal.brand, language: lang, t: textsIn(lang) };
}

/** Sends a page of a purchase: kept by nobody, framed by nobody, without scripts. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  const { config } = reply.server.portal;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    // The browser checks the redirect after paying as well: it leads to the portal.
    `form-action 'self' ${portalOrigin(config)}`.trim(),
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

/** What ends a payment without a charge; keys of `locales/en/payments.json`. */
type Ending = "missing" | "closed" | "subscribed" | "failed";
const statusOf: Record<Ending, number> = {
  missing: 404,
  closed: 410,
  subscribed: 409,
  failed: 500,
};

/** Says why nothing can be paid here, and leads on to `url`. */
export function sendEnding(
  request: FastifyRequest,
  reply: FastifyReply,
  why: Ending,
  url?: string,
) {
  const view = viewOf(request);
  const { t } = view;
  const title = t(`payments:${why}.title`);
  const onward = url && { link: { url, label: t(`payments:${why}.link`) } };
  const page = messagePage(view, { title, text: t(`payments:${why}.text`), ...onward });
  return sendPage(reply, statusOf[why], page);
}
