import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Brand } from "#shared/brand.ts";
import { languageParameter, type Language, servedLanguage } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { ignoreBodies } from "#api/http/request-bodies.ts";
import { html, Html } from "#api/infra/html.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { signedIdOf, signId } from "#api/infra/signed-ids.ts";
import type { Portal } from "#api/portal.ts";
import { withdraw, type Reader } from "./consents.ts";

/** What the page is about: the question, what was done, or an address that is none. */
type Step = "question" | "done" | "invalid";

/** A link of a mail that asks at its address, and acts by the button there. */
type LinkPages = {
  /** With the parameter `token`. */
  path: string;
  /** Its texts in `descriptions`. */
  texts: "confirmNews" | "unsubscribe" | "unsubscribeNews";
  /** Path of the portal's page that is linked afterwards. */
  next: string;
  /** Returns whether the link works. */
  isValid: (token: string) => Promise<boolean>;
  /** Does what the button says. Returns false when the link does not work. */
  act: (token: string) => Promise<boolean>;
};

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
 * Returns the page behind a link, and its Content-Security-Policy: it has no script and loads nothing. Only its button acts:
 * programs that open links in mails must not.
 *
 * @param next address of the page that is linked afterwards
 */
function linkPage(
  step: Step,
  texts: LinkPages["texts"],
  { brand, language, next }: { brand: Brand; language: Language; next: string },
): { markup: string; policy: string } {
  const t = textsIn(language);
  const style = styleOf(brand);
  const hash = createHash("sha256").update(style).digest("base64");
  const title = t(`descriptions:${texts}.${step}.title`, { brand: brand.name });
  const text = t(`descriptions:${texts}.${step}.text`, { brand: brand.name });
  // without an action it is sent to the address of the page
  const form = html`<form method="post">
    <button>${t(`descriptions:${texts}.confirm`)}</button>
  </form>`;
  const link = html`<p><a href="${next}">${t(`descriptions:${texts}.next`)}</a></p>`;
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

/** Serves a link of a mail: a page that asks, and the POST of its button, or of a mail program at one click (RFC 8058). */
export async function linkPages(app: FastifyInstance, pages: LinkPages): Promise<void> {
  const options = { schema: { hide: true } };
  // Mail programs send a form, of one type or another; only the address counts.
  ignoreBodies(app);
  const send = (request: FastifyRequest, reply: FastifyReply, step: Step) => {
    const { brand, config } = app.portal;
    const language = servedLanguage(brand.languages, querySchema.parse(request.query).lang);
    const next = publicOrigin(config) + pages.next;
    const { markup, policy } = linkPage(step, pages.texts, { brand, language, next });
    return reply
      .code(step === "invalid" ? 404 : 200)
      .header("content-security-policy", policy)
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(markup);
  };
  const tokenOf = (request: FastifyRequest) => paramsSchema.parse(request.params).token;

  app.get(pages.path, options, async (request, reply) =>
    send(request, reply, (await pages.isValid(tokenOf(request))) ? "question" : "invalid"),
  );

  app.post(pages.path, options, async (request, reply) =>
    send(request, reply, (await pages.act(tokenOf(request))) ? "done" : "invalid"),
  );
}

/** Returns why a reader gets a mail, and the address that ends mails to readers without a login, for good (RFC 8058). */
export async function unsubscribeLine(
  { config, database, brand }: Pick<Portal, "config" | "database" | "brand">,
  { id, language }: Pick<Reader, "id" | "language">,
): Promise<NonNullable<Mail["unsubscribe"]>> {
  const t = textsIn(language);
  const token = await signId(database, "reader", id);
  return {
    why: t("mails:readers.why", { brand: brand.name }),
    label: t("mails:readers.unsubscribe"),
    url: `${publicOrigin(config)}/api/news/${token}?${languageParameter}=${language}`,
  };
}

/** Serves the link that ends mails to readers. */
export async function unsubscribeRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;
  const readerOf = (token: string) => signedIdOf(database, "reader", token);
  await linkPages(app, {
    path: "/news/:token",
    texts: "unsubscribeNews",
    next: routePath("home"),
    isValid: async (token) => (await readerOf(token)) !== null,
    act: async (token) => {
      const id = await readerOf(token);
      if (id !== null) await withdraw(database, id, now());
      return id !== null;
    },
  });
}
