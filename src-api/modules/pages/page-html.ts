import { localeOf, mainLanguage, type Language } from "#shared/languages.ts";
import { brandedPage } from "#shared/brand-page.ts";
import { publicBrand, type InstalledBrand } from "#api/brand.ts";
import { escapeMarkup } from "#shared/escape-markup.ts";
import { feedLinks } from "./feed-routes.ts";
import { linkPictureSize } from "./link-pictures/link-picture.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import type { PageFacts, PagePreview } from "./page-facts.ts";
import { withoutScript } from "./without-script.ts";

type Attributes = Record<string, string>;

const tag = (name: "meta" | "link", attributes: Attributes): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeMarkup(value)}"`)
    .join("")} />`;

const named = (name: string, content: string) => tag("meta", { name, content });

const properties = (values: Attributes): string[] =>
  Object.entries(values).map(([property, content]) => tag("meta", { property, content }));

const openGraphLocale = (language: Language) => localeOf(language).replace("-", "_");

export type Site = {
  brand: InstalledBrand;
  origin: string;
  launchDarklyClientId: string | null;
};

/** Returns the tags with which search engines find the page's address in each language of the portal. */
function addressTags(path: string, facts: PageFacts, site: Site): string[] {
  const [, ...others] = site.brand.languages;
  const alternate = (hreflang: string, href: string) =>
    tag("link", { rel: "alternate", hreflang, href });
  // What is not translated is the same page as in a language that it is written in, at another address.
  const main = mainLanguage(facts.languages, site.brand.languages);
  const language = facts.languages.includes(facts.language) ? facts.language : main;
  return [
    tag("link", { rel: "canonical", href: localisedUrl(site, path, language) }),
    ...(others.length > 0
      ? [
          ...facts.languages.map((other) => alternate(other, localisedUrl(site, path, other))),
          alternate("x-default", localisedUrl(site, path, main)),
        ]
      : []),
  ];
}

function previewTags(preview: PagePreview, facts: PageFacts, site: Site): string[] {
  const { type, title, description, path, image, publishedAt, changedAt } = preview;
  const { language, indexed } = facts;
  const others = facts.languages.filter((other) => indexed && other !== preview.language);
  return [
    named("description", description),
    ...properties({
      "og:type": type,
      "og:site_name": site.brand.name,
      "og:title": title,
      "og:description": description,
      "og:url": localisedUrl(site, path, language),
      "og:locale": openGraphLocale(preview.language),
    }),
    ...others.flatMap((other) => properties({ "og:locale:alternate": openGraphLocale(other) })),
    ...properties({
      "og:image": image.url,
      "og:image:type": "image/png",
      "og:image:width": `${linkPictureSize.width}`,
      "og:image:height": `${linkPictureSize.height}`,
      "og:image:alt": image.alt,
      ...(publishedAt && { "article:published_time": publishedAt }),
      ...(changedAt && { "article:modified_time": changedAt }),
    }),
    named("twitter:card", "summary_large_image"),
    named("twitter:title", title),
    named("twitter:description", description),
    named("twitter:image", image.url),
    named("twitter:image:alt", image.alt),
  ];
}

/** Returns the block of JSON-LD; a text in it cannot end the element. */
function dataBlock(things: PageFacts["structuredData"]): string[] {
  if (things.length === 0) return [];
  const graph = { "@context": "https://schema.org", "@graph": things };
  const json = JSON.stringify(graph).replaceAll("<", "\\u003c");
  return [`<script type="application/ld+json">${json}</script>`];
}

function headTags(facts: PageFacts, site: Site): string[] {
  const { preview, indexed, language } = facts;
  return [
    ...(indexed ? [] : [named("robots", "noindex")]),
    ...(indexed && preview ? addressTags(preview.path, facts, site) : []),
    ...(indexed ? feedLinks(language, site).map((link) => tag("link", link)) : []),
    ...(preview ? previewTags(preview, facts, site) : []),
    ...dataBlock(facts.structuredData),
  ];
}

/**
 * Returns the built `index.html` with the brand, the facts of one page in its head, and the site's configuration. A page that
 * comes with its content has the sentences of its own language; others may be shown in any.
 */
export function pageHtml(template: string, facts: PageFacts, site: Site): string {
  const clientId = escapeMarkup(site.launchDarklyClientId ?? "");
  const noScript = withoutScript(facts, site.brand);
  const head = [
    `<title>${escapeMarkup(facts.title)}</title>`,
    ...headTags(facts, site),
    ...(noScript ? [noScript.head] : []),
  ];
  const brand = publicBrand(site.brand, facts.isRendered ? [facts.language] : site.brand.languages);
  return brandedPage(template, brand)
    .replace(/<html lang="[^"]*"/, () => `<html lang="${facts.language}"`)
    .replace(
      /(<meta name="launchdarkly-client-id" content=")[^"]*"/,
      (_, start) => `${start}${clientId}"`,
    )
    .replace(/<title>[^<]*<\/title>/, () => head.join("\n    "))
    .replace('<div id="root">', (root) => `${noScript?.body ?? ""}${root}`);
}
