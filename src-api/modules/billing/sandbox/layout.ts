import type { Brand } from "#shared/brand.ts";
import type { TFunction } from "i18next";
import type { Language } from "#shared/languages.ts";
import { formatDateTime } from "#shared/formats.ts";
import { html, type Html } from "#api/infra/html.ts";
import { type FontFile, fontPath, stylesheetPath } from "./sandbox.ts";

/** A font of the portal, with the same weights as there. */
const fontFace = (family: string, file: FontFile, weight: string) => `
@font-face {
  font-family: "${family}"; font-weight: ${weight}; font-display: swap;
  src: url("${fontPath(file)}") format("woff2");
}`;

/** The stylesheet of the sandbox's pages, in the brand's colours and the portal's type. */
export function sandboxStyle({ colours: { ramp, accent, paper } }: Brand): string {
  const [ink = "#000", dark = "#000", , deep = "#000"] = ramp;
  const [light = "#fff"] = ramp.slice(-1);
  const [rule = "#ccc"] = ramp.slice(-3);
  return `
${fontFace("Source Sans 3", "source-sans-3.woff2", "400 700")}
${fontFace("Brygada 1918", "brygada-1918.woff2", "600 700")}
*, *::before { box-sizing: border-box; }
:root { color-scheme: light; }
body {
  margin: 0; background: ${paper}; color: ${ink};
  font: 17px/1.5 "Source Sans 3", "Segoe UI", system-ui, sans-serif;
}
h1, h2 { margin: 0; line-height: 1.2; text-wrap: balance; }
h1 { font: 600 2.1rem/1.2 "Brygada 1918", Georgia, serif; }
h2 { font-size: 1rem; }
p { margin: 0; }
a { color: inherit; text-underline-offset: .2em; }
.test { background: ${accent}; padding: 10px 24px; text-align: center; }
.test .time { display: block; font-variant-numeric: tabular-nums; }
.test strong { text-transform: uppercase; letter-spacing: .08em; margin-inline-end: .5em; }
main { display: grid; grid-template-columns: 5fr 6fr; min-height: calc(100vh - 46px); }
section { padding: 56px clamp(24px, 5vw, 72px); display: flex; flex-direction: column; gap: 24px; }
section > * { width: 100%; max-width: 460px; }
.order { background: ${dark}; color: ${light}; align-items: flex-end; }
.brand { font: 600 1.2rem/1 "Brygada 1918", Georgia, serif; }
.lines { margin: 0; padding: 0; list-style: none; }
.lines li {
  display: flex; justify-content: space-between; gap: 24px;
  padding: 10px 0; border-bottom: 1px solid ${deep};
}
.lines .due { font-weight: 700; font-size: 1.15rem; border: 0; }
.lines span + span { white-space: nowrap; font-variant-numeric: tabular-nums; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 20px 16px; align-items: start; }
.field { display: grid; grid-row: span 3; grid-template-rows: subgrid; row-gap: 6px; }
.field label { align-self: end; }
.wide { grid-column: 1 / -1; }
label { font-weight: 600; }
input {
  width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; color: inherit;
  background: #fff; border: 1px solid #7d8a83; border-radius: 6px;
  font-variant-numeric: tabular-nums;
}
input[aria-invalid] { border: 2px solid #b3261e; }
.wrong { color: #8c1d18; font-size: .94rem; }
.notice { padding: 14px 16px; border-radius: 6px; background: #fbe4e1; color: #6d1511; }
button, .button {
  display: inline-block; min-height: 52px; padding: 12px 24px; border: 0; border-radius: 6px;
  background: ${deep}; color: #fff; font: inherit; font-weight: 700; cursor: pointer;
  text-align: center; text-decoration: none;
}
button:hover, .button:hover { background: ${ink}; }
button.quiet { background: none; color: inherit; box-shadow: inset 0 0 0 1px #7d8a83; }
:focus-visible { outline: 3px solid ${accent}; outline-offset: 2px; }
.cards { display: grid; gap: 12px; padding-top: 24px; border-top: 1px solid ${rule}; }
.cards dl { display: grid; gap: 10px; margin: 0; }
.cards dt { font-weight: 600; font-variant-numeric: tabular-nums; }
.cards dd { margin: 0; }
.next { display: grid; gap: 20px; margin: 0; padding: 0; list-style: none; }
.next li {
  display: grid; grid-template-columns: 17rem 1fr; gap: 4px 24px;
  padding-top: 20px; border-top: 1px solid ${rule};
}
.next time { font-variant-numeric: tabular-nums; }
.next strong, code { display: block; }
code { font: .94em/1.5 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
.single { display: block; }
.single section { margin-inline: auto; max-width: 640px; }
.list section { max-width: 900px; }
.list section > * { max-width: none; }
@media (max-width: 760px) {
  body { font-size: 16px; }
  h1 { font-size: 1.7rem; }
  main { display: block; }
  section { padding: 28px 20px; gap: 20px; }
  section > * { max-width: none; }
  .next li { grid-template-columns: 1fr; }
}
`;
}

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
export function sandboxPage(view: View, title: string, main: Html): string {
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
  return sandboxPage(view, title, main);
}
