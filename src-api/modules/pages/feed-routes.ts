import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendUnlessUnchanged } from "#api/http/entity-tag.ts";
import {
  atomFeed,
  jsonFeed,
  feedHead,
  teaserItem,
  type Feed,
  type FeedSite,
  type FeedTeaser,
} from "#api/modules/library/module.ts";
import { pictureOfEntry } from "./link-pictures/link-picture.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import type { Teaser } from "#shared/api/library.ts";
import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { ownFiles } from "#api/infra/own-addresses.ts";
import type { FactSources } from "./page-facts.ts";
import { addressWithoutLanguage, requestedLanguage } from "./requested-language.ts";
import type { Brand } from "#shared/brand.ts";

type Site = FeedSite & { imageOf: (teaser: Teaser) => string };

/** Returns the public feed of the newest teasers. */
function feedOf(teasers: readonly FeedTeaser[], language: Language, site: Site): Feed {
  const t = textsIn(language);
  return {
    ...feedHead(site, language),
    title: t("descriptions:feed.title", { brand: site.brand.name }),
    description: t(`descriptions:feed.${site.brand.kinds ? "descriptionPlain" : "description"}`),
    items: teasers.map((teaser) => ({
      ...teaserItem(teaser, site, language),
      url: localisedUrl(
        site,
        routePath("preview", { kind: teaser.kind, slug: teaser.slug }),
        language,
      ),
      image: site.imageOf(teaser),
    })),
  };
}

/** Number of entries in a feed. */
const length = 30;

const formatters = { atom: atomFeed, json: jsonFeed };

/** Serves the feeds of the newest teasers, in each language: `/feed.atom` and `/feed.json`. */
export default async function feedRoutes(app: FastifyInstance, sources: FactSources) {
  const { reads, linkPicturePath } = sources;

  async function feedText(format: keyof typeof formatters, { url }: FastifyRequest) {
    const { brand } = sources;
    const language = requestedLanguage(url, brand.languages);
    const origin = sources.origin();
    const teasers = await reads.newest({ language, limit: length });
    const feed = feedOf(teasers, language, {
      brand: sources.brand,
      origin,
      imageOf: (teaser) => origin + linkPicturePath(pictureOfEntry(teaser, language, brand)),
    });
    return formatters[format](
      feed,
      localisedUrl({ origin, brand }, feedFormats[format].path, language),
    );
  }

  const serveFeed = (format: keyof typeof formatters) => {
    const { path, type } = feedFormats[format];
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const elsewhere = addressWithoutLanguage(request.url, sources.brand.languages);
      if (elsewhere !== null) return reply.header("cache-control", "no-cache").redirect(elsewhere);
      const text = await feedText(format, request);
      reply
        .type(`${type}; charset=utf-8`)
        .header("cache-control", "no-cache")
        // Feed readers that run in a browser are pages of other sites.
        .header("access-control-allow-origin", "*")
        .header("cross-origin-resource-policy", "cross-origin");
      return sendUnlessUnchanged(request, reply, text);
    });
  };
  serveFeed("atom");
  serveFeed("json");
}

/** The formats of the feed, with path and content type. */
const feedFormats = {
  atom: { path: ownFiles.atomFeed, type: "application/atom+xml" },
  json: { path: ownFiles.jsonFeed, type: "application/feed+json" },
} as const;

/** Returns the attributes of the links in the head by which feed readers find the feeds. */
export function feedLinks(
  language: Language,
  { brand, origin }: { brand: Pick<Brand, "name" | "languages">; origin: string },
) {
  const title = textsIn(language)("descriptions:feed.title", { brand: brand.name });
  return Object.values(feedFormats).map(({ path, type }) => ({
    rel: "alternate",
    type,
    title,
    href: localisedUrl({ origin, brand }, path, language),
  }));
}
