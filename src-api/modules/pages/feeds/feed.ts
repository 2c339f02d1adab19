import type { Teaser } from "#shared/api/library.ts";
import type { Language } from "#shared/languages.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { feedHead, teaserItem, type Feed, type FeedSite } from "../../library/module.ts";

type Site = FeedSite & { imageOf: (teaser: Teaser) => string };

/** Returns the public feed of the newest teasers. */
export function feedOf(teasers: readonly Teaser[], language: Language, site: Site): Feed {
  const t = textsIn(language);
  return {
    ...feedHead(site, language),
    title: t("descriptions:feed.title", { brand: site.brand.name }),
    description: t("descriptions:feed.description"),
    items: teasers.map((teaser) => ({
      ...teaserItem(teaser, site, language),
      image: site.imageOf(teaser),
    })),
  };
}
