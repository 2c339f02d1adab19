import { languages } from "../../../src-shared/languages.ts";
import { routeIds, routes } from "../../../src-shared/routes.ts";
import { escapeMarkup } from "../../infra/html.ts";
import { localisedUrl } from "./page-html.ts";

/** What crawlers may fetch. Gated pages are not listed here: they say `noindex` themselves. */
export const robotsTxt = (origin: string): string =>
  ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");

/** The public pages, each with its address in every language. */
export function sitemapXml(origin: string): string {
  const paths = routeIds.filter((id) => "publicHtml" in routes[id]).map((id) => routes[id].path);
  const entries = paths.map((path) => {
    const alternates = languages.map((language) => {
      const href = escapeMarkup(localisedUrl(origin, path, language));
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;
    });
    return `  <url><loc>${escapeMarkup(origin + path)}</loc>${alternates.join("")}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}
