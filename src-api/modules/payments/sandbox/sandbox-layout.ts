import type { TFunction } from "i18next";
import type { Brand } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import { formatDateTime } from "#shared/formats.ts";
import { html, type Html } from "#api/infra/html.ts";
import { stylesheetPath } from "./sandbox-links.ts";

export type View = {
  brand: Brand;
  language: Language;
  /** Texts of that language; keys of `locales/en/payments.json` begin with `payments:`. */
  t: TFunction;
  /** The portal's time, where testers have moved it. */
  movedTo: Date | null;
  /** Whether the page that lists what the sandbox does next can be seen. */
  listsNext: boolean;
};

/** Returns a time in the brand's zone, such as "21 Nov 2026, 15:05 CET". */
export const formatTime = (time: Date, { language, brand }: View): string =>
  formatDateTime(time.toISOString(), language, brand.timeZone);

/** Renders a whole page, marked as test mode; it has no script and loads nothing from elsewhere. */
export function page(view: View, title: string, main: Html): string {
  const { brand, language, t, movedTo } = view;
  const time = movedTo && t("payments:movedTo", { time: formatTime(movedTo, view) });
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
          ${time && html`<span class="time">${time}</span>`}
        </p>
        ${main}
      </body>
    </html>`.markup;
}

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
