import { createHash } from "node:crypto";
import { appFilesAttribute, servedPageId, type RenderedPage } from "#shared/served-page.ts";

/** Returns the source of a Content-Security-Policy that allows a script or style with this text. */
export const hashSource = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the hash sources of all `<style>` elements; React escapes such tags in texts. */
const stylesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = ""]) => hashSource(css)),
  ),
];

const entry = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
const preload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;
const stylesheet = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/;

/** Returns the address of the stylesheet of the built `index.html`. */
export const stylesheetOf = (template: string): string | null =>
  stylesheet.exec(template)?.[1] ?? null;

/** Hides what this device would not show, and shows that a button was pressed: see the start script. */
const ownRules =
  "html[data-own] #root{visibility:hidden}button[aria-busy=true]{opacity:.6;cursor:progress}";

export type ServedHtml = { html: string; styles: string[]; scripts: string[] };

/** What a page that is complete before any script runs is made of. */
type Parts = {
  /** The page as it is without the rendered content. */
  plain: string;
  rendered: RenderedPage;
  startScript: string;
  /** The text of the built stylesheet, which stands in the page: it would be waited for. */
  css: string;
  /** Addresses of what the app needs to take the page over, besides the files in `index.html`. */
  files: readonly string[];
};

/** Puts the rendered content into a page. Its start script fetches the app's files, in place of tags. */
export function servedHtml({ plain, rendered, startScript, css, files }: Parts): ServedHtml {
  const app = [
    entry.exec(plain)?.[1] ?? "",
    ...[...plain.matchAll(preload)].map(([, href = ""]) => href),
    ...files,
  ];
  const attributes = `${appFilesAttribute}="${app.join(" ")}"`;
  const data = JSON.stringify(rendered.served).replaceAll("<", "\\u003c");
  const head = `<style>${css}${ownRules}</style>${rendered.styles}<script>${startScript}</script>`;
  const html = plain
    .replace(entry, "")
    .replaceAll(preload, "")
    .replace(stylesheet, "")
    .replace("<html ", () => `<html ${attributes} `)
    .replace("</head>", () => `${head}</head>`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root">${rendered.markup}</div><script type="application/json" id="${servedPageId}">${data}</script>`,
    );
  return { html, styles: stylesIn(html), scripts: [hashSource(startScript)] };
}
