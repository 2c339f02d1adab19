import type { TFunction } from "i18next";
import type { Brand } from "../../../../../src-shared/brand.ts";
import type { Language } from "../../../../../src-shared/languages.ts";
import { html, type Html } from "../../../../infra/html.ts";
import { stylesheetPath } from "./sandbox-path.ts";

/** What every page of the sandbox is made with. */
export type View = {
  brand: Brand;
  language: Language;
  /** Texts of that language; keys of `locales/en/payments.json` begin with `payments:`. */
  t: TFunction;
};

/** A whole page: no script, nothing from elsewhere, marked as test mode. */
export function page({ brand, language, t }: View, title: string, main: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brand.name}</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
      </head>
      <body>
        <p class="test">
          <strong>${t("payments:testMode")}</strong>
          <span>${t("payments:testModeHint")}</span>
        </p>
        ${main}
      </body>
    </html>`.markup;
}

/** A page that says one thing and leads on. */
export function messagePage(
  view: View,
  { title, text, link }: { title: string; text: string; link?: { label: string; url: string } },
): string {
  const onward = link && html`<p><a class="button" href="${link.url}">${link.label}</a></p>`;
  const main = html`<main class="single">
    <section>
      <h1>${title}</h1>
      <p>${text}</p>
      ${onward ?? null}
    </section>
  </main>`;
  return page(view, title, main);
}
