import type { Teaser } from "../../../../src-shared/api/library.ts";
import type { Brand } from "../../../../src-shared/brand.ts";
import { kindFacts } from "../../../../src-shared/content-kinds.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import { localisedUrl } from "../localised-url.ts";

/** An entry of the feed: what its teaser tells everybody. */
export type FeedItem = Pick<
  Teaser,
  "title" | "summary" | "author" | "publishedAt" | "tags" | "language"
> & {
  /** Address of the entry's page, which is also its id. */
  url: string;
  image: string;
};

/** The feed of a language, without a format. */
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

type Site = {
  brand: Brand;
  origin: string;
  imageOf: (teaser: Teaser) => string;
};

/** Returns the feed of the newest teasers. */
export function feedOf(
  teasers: readonly Teaser[],
  language: Language,
  { brand, origin, imageOf }: Site,
): Feed {
  const t = textsIn(language);
  return {
    title: t("descriptions:feed.title", { brand: brand.name }),
    description: t("descriptions:feed.description"),
    language,
    publisher: brand.name,
    home: localisedUrl(origin, "/", language),
    icon: `${origin}/icon-512.png`,
    items: teasers.map((teaser) => ({
      title: teaser.title,
      summary: teaser.summary,
      author: teaser.author,
      publishedAt: teaser.publishedAt,
      tags: teaser.tags,
      language: teaser.language,
      url: localisedUrl(
        origin,
        routePath(kindFacts[teaser.kind].entry, { id: teaser.slug }),
        language,
      ),
      image: imageOf(teaser),
    })),
  };
}
