import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { createOwnFeed, endOwnFeed, getOwnFeed } from "#shared/api/feeds.ts";
import { actorOf } from "#api/http/actor.ts";
import { entityTag, isHeld } from "#api/http/entity-tag.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { endSecretAddress, makeSecretAddress } from "#api/modules/accounts/module.ts";
import { atomFeed, jsonFeed } from "./feed-formats.ts";
import { deleteToken, findFeed, findHolder, replaceToken } from "./feed-token-store.ts";
import { createOwnFeeds } from "./own-feed.ts";

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
      const etag = entityTag(text);
      reply
        .type(`${type}; charset=utf-8`)
        .header("cache-control", "private, no-cache")
        .header("etag", etag)
        .header("referrer-policy", "no-referrer")
        .header("x-robots-tag", "noindex");
      return isHeld(request.headers["if-none-match"], etag)
        ? reply.code(304).send()
        : reply.send(text);
    });
  };
  serveFeed("atom");
  serveFeed("json");
}

export default async function ownFeedRoutes(app: FastifyInstance): Promise<void> {
  await app.register(addressRoutes);
  await app.register(feedRoutes);
}
