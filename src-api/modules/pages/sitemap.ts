import type { Brand } from "#shared/brand.ts";
import { showcaseKinds, type ContentKind } from "#shared/content-kinds.ts";
import { mainLanguage, type Language } from "#shared/languages.ts";
import { isRouteOn, type PartSettings } from "#shared/parts.ts";
import { routePath, routes } from "#shared/routes.ts";
import { escapeMarkup } from "#shared/escape-markup.ts";
import { localisedUrl, type LocalisedSite } from "#api/infra/localised-url.ts";
import { ownFiles, ownFolders } from "#api/infra/own-addresses.ts";
import type { PublicItems } from "#api/modules/library/module.ts";
import type { PublicReads } from "./public-reads.ts";
import { publicRouteIds, type PublicRouteId } from "./public-routes.ts";

/** Returns the addresses that crawlers may fetch. Pages for members are not listed: they say `noindex` themselves. */
export const robotsTxt = (origin: string): string =>
  [
    "User-agent: *",
    "Allow: /api/media/covers/",
    "Allow: /api/media/posters/",
    "Disallow: /api/",
    "",
    `Sitemap: ${origin}${ownFiles.sitemap}`,
    "",
  ].join("\n");

/** When a page changed last (ISO), as far as that is known. */
export type LastChanges = Partial<Record<PublicRouteId, string | null>>;

/** Returns the last changes of the pages whose contents have a date. */
export async function lastChanges(
  reads: Pick<PublicReads, "items" | "lastAnnouncement">,
  { legalVersions }: Pick<Brand, "legalVersions">,
): Promise<LastChanges> {
  const [{ entries }, announcements] = await Promise.all([reads.items(), reads.lastAnnouncement()]);
  const lastOf = (kinds: readonly ContentKind[]) => {
    const times = entries.flatMap(({ kind, changedAt }) =>
      kinds.includes(kind) ? [changedAt] : [],
    );
    return times.length === 0 ? null : new Date(Math.max(...times.map(Number))).toISOString();
  };
  return {
    home: lastOf(showcaseKinds),
    articles: lastOf(["articles"]),
    announcements,
    ...legalVersions,
  };
}

/** A page of the sitemap: its address without the language, the languages it is written in, and its last change. */
type ListedPage = { path: string; languages: readonly Language[]; changed: string | null };

/** Returns all public pages: those of the site, then previews and authors. */
export function listedPages(
  brand: PartSettings & Pick<Brand, "languages">,
  changes: LastChanges,
  { entries, authors }: PublicItems,
): ListedPage[] {
  const { languages } = brand;
  const pages = publicRouteIds.filter((id) => isRouteOn(brand, id));
  const shown = (written: readonly Language[]) =>
    languages.filter((language) => written.includes(language));
  return [
    ...pages.map((id) => ({
      path: routes[id].path,
      languages,
      changed: changes[id] ?? null,
    })),
    ...authors.map(({ slug, languages: written }) => ({
      path: routePath("author", { slug }),
      languages: shown(written),
      changed: null,
    })),
    ...entries.map(({ kind, slug, languages: written, changedAt }) => ({
      path: routePath("preview", { kind, slug }),
      languages: shown(written),
      changed: changedAt.toISOString(),
    })),
  ];
}

/** Pages in one file, each at its address in every language; a file may have 50,000 addresses. */
const pagesInFile = 20_000;

const header = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`;

function pageXml(site: LocalisedSite, { path, languages: written, changed }: ListedPage): string[] {
  const [, ...others] = site.brand.languages;
  const main = mainLanguage(written, site.brand.languages);
  const urlIn = (language: Language) => localisedUrl(site, path, language);
  const alternate = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeMarkup(href)}"/>`;
  const alternates =
    others.length > 0
      ? [
          ...written.map((language) => alternate(language, urlIn(language))),
          alternate("x-default", urlIn(main)),
        ]
      : [];
  const date = changed ? element("lastmod", changed) : "";
  return (written.length > 0 ? written : [main]).map(
    (language) => `  <url>${element("loc", urlIn(language))}${date}${alternates.join("")}</url>`,
  );
}

const urlset = (site: LocalisedSite, pages: readonly ListedPage[]): string =>
  [
    header,
    `<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
    ...pages.flatMap((page) => pageXml(site, page)),
    "</urlset>",
    "",
  ].join("\n");

/** Returns one file with all pages, or the list of the files that they are in where they are too many. */
export function sitemapXml(site: LocalisedSite, pages: readonly ListedPage[]): string {
  if (pages.length <= pagesInFile) return urlset(site, pages);
  const files = Array.from(
    { length: Math.ceil(pages.length / pagesInFile) },
    (_, index) =>
      `  <sitemap>${element("loc", `${site.origin}${sitemapPart(index + 1)}`)}</sitemap>`,
  );
  return [header, `<sitemapindex xmlns="${namespace}">`, ...files, "</sitemapindex>", ""].join(
    "\n",
  );
}

/** Returns the path of one of the files, counted from 1. */
export const sitemapPart = (part: number | ":part"): string => `${ownFolders.sitemaps}/${part}.xml`;

/** Returns one of the files, counted from 1; null if there is no such file. */
export function sitemapPartXml(
  site: LocalisedSite,
  pages: readonly ListedPage[],
  part: number,
): string | null {
  if (!Number.isInteger(part) || part < 1) return null;
  const shown = pages.slice((part - 1) * pagesInFile, part * pagesInFile);
  return shown.length === 0 ? null : urlset(site, shown);
}
