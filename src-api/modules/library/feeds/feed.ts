import type { Teaser } from "#shared/api/library.ts";
import type { Brand } from "#shared/brand.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { localisedUrl, type LocalisedSite } from "#api/infra/localised-url.ts";
import type { FeedTeaser } from "#api/modules/library/entries/public-teasers.ts";

/** A feed entry: the public teaser, plus the full text in a member's personal feed. */
export type FeedItem = Pick<
  Teaser,
  "title" | "summary" | "author" | "publishedAt" | "changedAt" | "tags" | "language"
> & {
  /** URL of the members' page under the entry's first slug, so that feed readers recognise it after a rename. */
  id: string;
  /** URL that the feed entry links to. */
  url: string;
  image?: string;
  /** The full text; only in the personal feed of an active member. */
  html?: string;
};

/** A feed in one language, before it is formatted as Atom or JSON. */
export type Feed = {
  title: string;
  description: string;
  language: Language;
  publisher: string;
  /** Addresses of the home page and of the portal's icon. */
  home: string;
  icon: string;
  /** Newest first. */
  items: FeedItem[];
};

export type FeedSite = { brand: Brand; origin: string };

export const entryUrl = (
  site: LocalisedSite,
  { kind, slug }: Pick<Teaser, "kind" | "slug">,
  language: Language,
): string => localisedUrl(site, routePath(kindFacts[kind].entry, { id: slug }), language);

/** Returns a feed item with the fields of a teaser, without image and full text. */
export const teaserItem = (teaser: FeedTeaser, site: FeedSite, language: Language): FeedItem => ({
  title: teaser.title,
  summary: teaser.summary,
  author: teaser.author,
  publishedAt: teaser.publishedAt,
  ...(teaser.changedAt && { changedAt: teaser.changedAt }),
  tags: teaser.tags,
  language: teaser.language,
  id: entryUrl(site, { kind: teaser.kind, slug: teaser.firstSlug }, language),
  url: entryUrl(site, teaser, language),
});

/** Returns the fields that the public feed and members' personal feeds share. */
export const feedHead = (site: FeedSite, language: Language) => ({
  language,
  publisher: site.brand.name,
  home: localisedUrl(site, "/", language),
  icon: `${site.origin}/icon-512.png`,
});
