import type { Teaser } from "#shared/api/library.ts";
import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
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
      url: localisedUrl(
        site.origin,
        routePath("preview", { kind: teaser.kind, slug: teaser.slug }),
        language,
      ),
      image: site.imageOf(teaser),
    })),
  };
}
