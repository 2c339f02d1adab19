import type { Brand } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";

/** The formats of the feed, with path and content type. */
export const feedFormats = {
  atom: { path: "/feed.atom", type: "application/atom+xml" },
  json: { path: "/feed.json", type: "application/feed+json" },
} as const;

/** Returns the attributes of the links in the head by which feed readers find the feeds. */
export function feedLinks(
  language: Language,
  { brand, origin }: { brand: Pick<Brand, "name">; origin: string },
) {
  const title = textsIn(language)("descriptions:feed.title", { brand: brand.name });
  return Object.values(feedFormats).map(({ path, type }) => ({
    rel: "alternate",
    type,
    title,
    href: localisedUrl(origin, path, language),
  }));
}
