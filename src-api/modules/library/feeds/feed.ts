import type { Teaser } from "#shared/api/library.ts";
import type { Brand } from "#shared/brand.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import type { FeedTeaser } from "#api/modules/library/entries/public-teasers.ts";

/** An entry of a feed: its public teaser, and in a member's own feed its whole text. */
export type FeedItem = Pick<
  Teaser,
  "title" | "summary" | "author" | "publishedAt" | "changedAt" | "tags" | "language"
> & {
  /** First address of the entry's page for members, by which feed readers know it again also after it has moved. */
  id: string;
  /** Address of the page that the reader is led to. */
  url: string;
  image?: string;
  /** The whole text; only in the feed of somebody who may read it. */
  html?: string;
};

/** A feed in a language, without a format. */
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
  origin: string,
  { kind, slug }: Pick<Teaser, "kind" | "slug">,
  language: Language,
): string => localisedUrl(origin, routePath(kindFacts[kind].entry, { id: slug }), language);

/** Returns an entry of a feed with its teaser, and nothing more. */
export const teaserItem = (
  teaser: FeedTeaser,
  { origin }: FeedSite,
  language: Language,
): FeedItem => ({
  title: teaser.title,
  summary: teaser.summary,
  author: teaser.author,
  publishedAt: teaser.publishedAt,
  ...(teaser.changedAt && { changedAt: teaser.changedAt }),
  tags: teaser.tags,
  language: teaser.language,
  id: entryUrl(origin, { kind: teaser.kind, slug: teaser.firstSlug }, language),
  url: entryUrl(origin, teaser, language),
});

/** Returns the head of a feed: what does not depend on its entries. */
export const feedHead = ({ brand, origin }: FeedSite, language: Language) => ({
  language,
  publisher: brand.name,
  home: localisedUrl(origin, "/", language),
  icon: `${origin}/icon-512.png`,
});
