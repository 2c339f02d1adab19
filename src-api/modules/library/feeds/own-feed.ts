import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { createOwnFeed, endOwnFeed, getOwnFeed } from "#shared/api/feeds.ts";
import { actorOf } from "#api/http/actor.ts";
import { sendUnlessUnchanged } from "#api/http/entity-tag.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { endSecretAddress, makeSecretAddress, users } from "#api/modules/accounts/module.ts";
import { atomFeed, jsonFeed } from "./feed-formats.ts";
import { isActiveMember, type Role } from "#shared/active-member.ts";
import { servedLanguage, type Language } from "#shared/languages.ts";
import { shownKinds } from "#shared/parts.ts";
import { routePath } from "#shared/routes.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { localisedUrl } from "#api/infra/localised-url.ts";
import { createSharedAnswers } from "#api/infra/public-content/public-content.ts";
import type { Portal } from "#api/portal.ts";
import { findNewest, type EntryRow } from "#api/modules/library/entries/entry-store.ts";
import { presentEntry } from "#api/modules/library/entries/present.ts";
import { feedHead, teaserItem, type Feed, type FeedItem, type FeedSite } from "./feed.ts";
import { wholeText } from "./whole-text.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { feedTokens } from "#api/modules/library/schema.ts";

const formats = {
  atom: { extension: "xml", type: "application/atom+xml", format: atomFeed },
  json: { extension: "json", type: "application/feed+json", format: jsonFeed },
} as const;

type FormatName = keyof typeof formats;

const paramsSchema = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

/** Serves having a feed of one's own, and ending it (docs/decisions/0026-feeds-and-weekly-mail.md). */
async function addressRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;
  const doing = (request: FastifyRequest) =>
    ({ kind: "feed", session: requireUser(request), actor: actorOf(request) }) as const;

  serve(app, getOwnFeed, async (_, request) => {
    const feed = await findFeed(database, requireUser(request).userId);
    return { createdAt: feed?.createdAt.toISOString() ?? null };
  });

  serve(app, createOwnFeed, async (_, request) => {
    const { userId } = requireUser(request);
    const token = newToken();
    const createdAt = now();
    await makeSecretAddress(portal, doing(request), (transaction) =>
      replaceToken(transaction, { userId, tokenHash: hashToken(token), createdAt }),
    );
    const address = (name: FormatName) => feedAddress(publicOrigin(portal.config), token, name);
    return { atom: address("atom"), json: address("json"), createdAt: createdAt.toISOString() };
  });

  serve(app, endOwnFeed, async (_, request) => {
    const { userId } = requireUser(request);
    await endSecretAddress(portal, doing(request), (transaction) =>
      deleteToken(transaction, userId),
    );
  });
}

const feedAddress = (origin: string, token: string, name: FormatName): string =>
  `${origin}/api/feeds/${token}.${formats[name].extension}`;

/** Serves the feeds: whoever knows the address reads them. A revoked one is answered like one that never existed. */
async function feedRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const feedOf = createOwnFeeds(portal);

  const serveFeed = (name: FormatName) => {
    const { extension, type, format } = formats[name];
    app.get(`/feeds/:token.${extension}`, { schema: { hide: true } }, async (request, reply) => {
      const parsed = paramsSchema.safeParse(request.params);
      if (!parsed.success) throw new ApiError("not-found");
      const { token } = parsed.data;
      const tokenHash = hashToken(token);
      await throttle(portal, "feed", request.ip, tokenHash);
      const holder = await findHolder(portal.database, tokenHash, portal.now());
      if (!holder) throw new ApiError("not-found");
      const self = feedAddress(publicOrigin(portal.config), token, name);
      const text = format(await feedOf(holder), self);
      reply
        .type(`${type}; charset=utf-8`)
        .header("cache-control", "private, no-cache")
        .header("referrer-policy", "no-referrer")
        .header("x-robots-tag", "noindex");
      return sendUnlessUnchanged(request, reply, text);
    });
  };
  serveFeed("atom");
  serveFeed("json");
}

export default async function ownFeedRoutes(app: FastifyInstance): Promise<void> {
  await app.register(addressRoutes);
  await app.register(feedRoutes);
}

/** Number of entries in a member's feed. */
const length = 50;
/** Time for which the entries are used again, so that scheduled ones appear in time. */
const trustedForMs = 60_000;

async function wholeItem(row: EntryRow, site: FeedSite, language: Language): Promise<FeedItem> {
  const entry = presentEntry(row, language);
  const item = teaserItem({ ...entry, firstSlug: row.firstSlug ?? row.slug }, site, language);
  const view = { language, origin: site.origin, page: item.url };
  const picture = entry.cover?.src ?? entry.video?.poster;
  const image = picture !== undefined && { image: site.origin + picture };
  return { ...item, ...image, html: await wholeText(entry, view) };
}

/** The only entry of a feed whose membership has ended: feed readers show no failures. */
function endedItem({ endedAt, createdAt, language }: FeedHolder, site: FeedSite): FeedItem {
  const t = textsIn(language);
  const url = localisedUrl(site, routePath("memberships"), language);
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

/** Returns the entries of an owner's feed: the newest, else one that says that the membership has ended. */
function createOwnFeeds(portal: Portal): (holder: FeedHolder) => Promise<Feed> {
  const { database, config, now } = portal;
  const answers = createSharedAnswers<FeedItem[]>(portal, 10);

  const make = async (site: FeedSite, language: Language) => {
    const kinds = shownKinds(portal.brand);
    const rows = await findNewest(database, { kinds, language, now: now(), limit: length });
    const items = await Promise.all(rows.map((row) => wholeItem(row, site, language)));
    return { value: items, validUntil: new Date(now().getTime() + trustedForMs) };
  };

  return async (holder) => {
    const { brand } = portal;
    const language = servedLanguage(brand.languages, holder.language);
    const site = { brand, origin: publicOrigin(config) };
    const t = textsIn(language);
    const { value: items } = isActiveMember("held", holder)
      ? await answers.get(JSON.stringify([language, site.origin, shownKinds(brand)]), () =>
          make(site, language),
        )
      : { value: [endedItem({ ...holder, language }, site)] };
    return {
      ...feedHead(site, language),
      title: t("descriptions:feed.own.title", { brand: brand.name }),
      description: t("descriptions:feed.own.description"),
      items,
    };
  };
}

/** Stores the token of a user's feed; the one before stops working. */
async function replaceToken(
  database: Database,
  token: typeof feedTokens.$inferSelect,
): Promise<void> {
  await database
    .insert(feedTokens)
    .values(token)
    .onConflictDoUpdate({ target: feedTokens.userId, set: token });
}

/** Ends a user's address; returns false where there was none. */
async function deleteToken(database: Database, userId: string): Promise<boolean> {
  const deleted = await database
    .delete(feedTokens)
    .where(eq(feedTokens.userId, userId))
    .returning({ userId: feedTokens.userId });
  return deleted.length > 0;
}

/** Returns since when a user has this address of a feed, or null. */
export async function findFeed(
  database: Database,
  userId: string,
): Promise<{ createdAt: Date } | null> {
  const [feed] = await database
    .select({ createdAt: feedTokens.createdAt })
    .from(feedTokens)
    .where(eq(feedTokens.userId, userId));
  return feed ?? null;
}

/** Whose feed it is, and what decides whether it may contain whole texts. */
type FeedHolder = {
  createdAt: Date;
  language: Language;
  roles: Role[];
  subscriptionOwned: boolean;
  /** When the latest membership that is over was paid until; null without one. */
  endedAt: Date | null;
};

/** Returns the holder of a token; null for one that never existed or was revoked. */
async function findHolder(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<FeedHolder | null> {
  const ofHolder = sql`from ${subscriptions} where ${subscriptions.userId} = ${users.id}`;
  const [holder] = await database
    .select({
      createdAt: feedTokens.createdAt,
      language: users.language,
      roles: users.roles,
      subscriptionOwned: sql<boolean>`exists (select ${ofHolder} and ${membershipInForce(now)})`,
      endedAt: sql<Date | null>`(select max(${subscriptions.endsAt}) ${ofHolder})`.mapWith(
        subscriptions.endsAt,
      ),
    })
    .from(feedTokens)
    .innerJoin(users, eq(users.id, feedTokens.userId))
    .where(eq(feedTokens.tokenHash, tokenHash));
  return holder ?? null;
}
