import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { createHash } from "node:crypto";
import { getWeeklyMail, setWeeklyMail } from "#shared/api/feeds.ts";
import { servedLanguage, type Language } from "#shared/languages.ts";
import { accountPath } from "#shared/routes.ts";
import { ignoreBodies } from "#api/http/request-bodies.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { Brand } from "#shared/brand.ts";
import { html, Html } from "#api/infra/html.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import {
  nextMonday,
  userOfToken,
  unsubscribe,
  findSubscription,
  subscribe,
} from "./weekly-mail.ts";

/** What the page is about: the question, what was done, or an address that is none. */
type UnsubscribeStep = "question" | "done" | "invalid";

function styleOf({ colours: { ramp, accent, paper } }: Brand): string {
  const [ink = "#000", dark = "#000"] = ramp;
  return `
*, *::before { box-sizing: border-box; }
:root { color-scheme: light; }
body {
  margin: 0; min-height: 100vh; padding: 24px; display: grid; place-items: center;
  background: ${paper}; color: ${ink}; font: 18px/1.5 "Source Sans 3", "Segoe UI", system-ui, sans-serif;
}
main { width: 100%; max-width: 560px; padding: 32px; background: #fff; border-top: 6px solid ${dark}; border-radius: 8px; }
.brand { margin: 0 0 24px; font: 600 1.2rem/1 "Brygada 1918", Georgia, serif; color: ${dark}; }
h1 { margin: 0 0 12px; font: 600 1.8rem/1.2 "Brygada 1918", Georgia, serif; text-wrap: balance; }
p { margin: 0 0 24px; }
main > :last-child { margin-bottom: 0; }
a { color: inherit; text-underline-offset: .2em; }
button {
  min-height: 48px; padding: 10px 24px; border: 0; border-radius: 6px;
  background: ${dark}; color: #fff; font: inherit; font-weight: 700; cursor: pointer;
}
button:hover { background: ${ink}; }
:focus-visible { outline: 3px solid ${accent}; outline-offset: 2px; }
`;
}

/**
 * Returns the page behind the link in the weekly mail, and its Content-Security-Policy: it has no script and
 * loads nothing. Only its button unsubscribes: programs that open links in mails must not.
 *
 * @param account address of the setting in the account
 */
function unsubscribePage(
  step: UnsubscribeStep,
  { brand, language, account }: { brand: Brand; language: Language; account: string },
): { markup: string; policy: string } {
  const t = textsIn(language);
  const style = styleOf(brand);
  const hash = createHash("sha256").update(style).digest("base64");
  const title = t(`descriptions:unsubscribe.${step}.title`);
  const text = t(`descriptions:unsubscribe.${step}.text`, { brand: brand.name });
  // without an action it is sent to the address of the page
  const form = html`<form method="post">
    <button>${t("descriptions:unsubscribe.confirm")}</button>
  </form>`;
  const link = html`<p><a href="${account}">${t("descriptions:unsubscribe.account")}</a></p>`;
  const { markup } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brand.name}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <p class="brand">${brand.name}</p>
          <h1>${title}</h1>
          <p>${text}</p>
          ${step === "question" ? form : link}
        </main>
      </body>
    </html>`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    `form-action ${step === "question" ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return { markup, policy: policy.join("; ") };
}

const paramsSchema = z.object({ token: z.string() });
const querySchema = z.object({ lang: z.catch(z.optional(z.string()), undefined) });

async function settingRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, getWeeklyMail, async (_, request) => ({
    wanted: (await findSubscription(database, requireUser(request).userId)) !== null,
  }));

  serve(app, setWeeklyMail, async ({ body: { wanted } }, request) => {
    const { userId } = wanted ? requireActiveMember(request) : requireUser(request);
    const at = now();
    if (!wanted) await unsubscribe(database, userId);
    else
      await subscribe(database, {
        userId,
        createdAt: at,
        dueAt: nextMonday(at, portal.brand.timeZone),
        newSince: at,
      });
    return { wanted };
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, step: UnsubscribeStep) {
  const { brand, config } = request.server.portal;
  const language = servedLanguage(brand.languages, querySchema.parse(request.query).lang);
  const account = `${publicOrigin(config)}${accountPath}#weekly`;
  const { markup, policy } = unsubscribePage(step, { brand, language, account });
  return reply
    .code(step === "invalid" ? 404 : 200)
    .header("content-security-policy", policy)
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(markup);
}

/** Serves the link that ends the weekly mail without a login: a page, and the POST of its button (RFC 8058). */
async function unsubscribeRoutes(app: FastifyInstance): Promise<void> {
  const { database } = app.portal;
  const path = "/weekly-mail/:token";
  const options = { schema: { hide: true } };
  // Mail programs send a form, of one type or another; only the address counts.
  ignoreBodies(app);
  const userOf = (request: FastifyRequest) =>
    userOfToken(database, paramsSchema.parse(request.params).token);

  app.get(path, options, async (request, reply) =>
    sendPage(request, reply, (await userOf(request)) === null ? "invalid" : "question"),
  );

  app.post(path, options, async (request, reply) => {
    const userId = await userOf(request);
    if (userId !== null) await unsubscribe(database, userId);
    return sendPage(request, reply, userId === null ? "invalid" : "done");
  });
}

/** The weekly mail: whether a user wants it, and the link that ends it. */
export default async function weeklyMailRoutes(app: FastifyInstance): Promise<void> {
  await app.register(settingRoutes);
  await app.register(unsubscribeRoutes);
}
