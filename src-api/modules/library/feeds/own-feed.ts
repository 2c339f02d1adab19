import { isActiveMember } from "#shared/active-member.ts";
import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { createSharedAnswers } from "#api/infra/public-content/public-content.ts";
import type { Portal } from "#api/portal.ts";
import { findNewest, type EntryRow } from "#api/modules/library/entries/entry-store.ts";
import { presentEntry } from "#api/modules/library/entries/present.ts";
import { feedHead, teaserItem, type Feed, type FeedItem, type FeedSite } from "./feed.ts";
import type { FeedHolder } from "./feed-token-store.ts";
import { wholeText } from "./whole-text.ts";

/** Number of entries in a member's feed. */
const length = 50;
/** Time for which the entries are used again, so that scheduled ones appear in time. */
const trustedForMs = 60_000;

async function wholeItem(row: EntryRow, site: FeedSite, language: Language): Promise<FeedItem> {
  const entry = presentEntry(row, language);
  const item = teaserItem({ ...entry, firstSlug: row.firstSlug ?? row.slug }, site, language);
  const view = { language, origin: site.origin, page: item.url };
  const image = entry.video && { image: site.origin + entry.video.poster };
  return { ...item, ...image, html: await wholeText(entry, view) };
}

/** The only entry of a feed whose membership has ended: feed readers show no failures. */
function endedItem({ endedAt, createdAt, language }: FeedHolder, site: FeedSite): FeedItem {
  const t = textsIn(language);
  const url = localisedUrl(site.origin, routePath("memberships"), language);
  return {
    title: t("descriptions:feed.ended.title"),
    summary: t("descriptions:feed.ended.text", { url }),
    author: site.brand.name,
    publishedAt: (endedAt ?? createdAt).toISOString(),
    tags: [],
    language,
    id: url,
    url,
  };
}

/** Returns what makes a holder's feed: the newest entries, else one that says that the membership has ended. */
export function createOwnFeeds(portal: Portal): (holder: FeedHolder) => Promise<Feed> {
  const { database, brand, config, now } = portal;
  const answers = createSharedAnswers<FeedItem[]>(portal, 10);

  const make = async (site: FeedSite, language: Language) => {
    const rows = await findNewest(database, { language, now: now(), limit: length });
    const items = await Promise.all(rows.map((row) => wholeItem(row, site, language)));
    return { value: items, validUntil: new Date(now().getTime() + trustedForMs) };
  };

  return async (holder) => {
    const { language } = holder;
    const site = { brand, origin: publicOrigin(config) };
    const t = textsIn(language);
    const { value: items } = isActiveMember("held", holder)
      ? await answers.get(`${language} ${site.origin}`, () => make(site, language))
      : { value: [endedItem(holder, site)] };
    return {
      ...feedHead(site, language),
      title: t("descriptions:feed.own.title", { brand: brand.name }),
      description: t("descriptions:feed.own.description"),
      items,
    };
  };
}
