import type { Brand } from "#shared/brand.ts";
import { showcaseKinds } from "#shared/content-kinds.ts";
import { defaultLanguage, languages } from "#shared/languages.ts";
import { routes } from "#shared/routes.ts";
import { escapeMarkup } from "../../infra/html.ts";
import { localisedUrl } from "../../infra/localised-url.ts";
import type { PublicReads } from "./public-reads.ts";
import { publicRouteIds, type PublicRouteId } from "./public-routes.ts";

/** Returns what crawlers may fetch. Pages for members are not listed: they say `noindex` themselves. */
export const robotsTxt = (origin: string): string =>
  ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");

/** When a page changed last (ISO), as far as that is known. */
export type LastChanges = Partial<Record<PublicRouteId, string | null>>;

/** Returns the last changes of the pages whose contents have a date. */
export async function lastChanges(
  reads: Pick<PublicReads, "newest" | "lastAnnouncement">,
  { legalVersions }: Pick<Brand, "legalVersions">,
): Promise<LastChanges> {
  const language = defaultLanguage;
  const [[article], [entry], announcements] = await Promise.all([
    reads.newest({ kinds: ["articles"], language, limit: 1 }),
    reads.newest({ kinds: showcaseKinds, language, limit: 1 }),
    reads.lastAnnouncement(),
  ]);
  return {
    home: entry?.publishedAt ?? null,
    articles: article?.publishedAt ?? null,
    announcements,
    ...legalVersions,
  };
}

/** Returns the public pages, each at its address in every language, with the dates of their last changes. */
export function sitemapXml(origin: string, changes: LastChanges): string {
  const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`;
  const entries = publicRouteIds.flatMap((id) => {
    const urlIn = (language: (typeof languages)[number]) =>
      localisedUrl(origin, routes[id].path, language);
    const alternate = (hreflang: string, href: string) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeMarkup(href)}"/>`;
    const alternates = [
      ...languages.map((language) => alternate(language, urlIn(language))),
      alternate("x-default", urlIn(defaultLanguage)),
    ];
    const changed = changes[id];
    const date = changed ? element("lastmod", changed) : "";
    return languages.map(
      (language) => `  <url>${element("loc", urlIn(language))}${date}${alternates.join("")}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}
