import type { FastifyInstance } from "fastify";
import { pageSizes } from "#shared/api/library.ts";
import { isActiveMember } from "#shared/active-member.ts";
import { changeShelf } from "#shared/api/shelf-changes.ts";
import { getShelf, getShelfEntry, listSaved } from "#shared/api/shelf.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { countNewEntries, teasersOf } from "#api/modules/library/module.ts";
import { hasShowAhead } from "#api/modules/shows/module.ts";
import { itemsOf, presentItem } from "./merge-changes.ts";
import {
  formatSavedCursor,
  parseSavedCursor,
  findItemsOf,
  findNewest,
  mergeItems,
} from "./shelf-store.ts";
import { recordVisit } from "./visit-store.ts";

/** Numbers of entries on the dashboard. */
const shown = { begun: 4, saved: 3 };

/** For users without a membership. */
const nothing = { begun: [], saved: [], newSince: null, newCounts: [], hasShowAhead: false };

/** The dashboard's part of the shelf, and the list of saved entries. */
function serveLists(app: FastifyInstance): void {
  const { portal } = app;
  const { database, now } = portal;

  serve(app, getShelf, async (_, request) => {
    const session = requireUser(request);
    const { userId } = session;
    if (!isActiveMember("held", session)) return nothing;
    const newest = (type: "saved" | "place", limit: number) =>
      findNewest(database, userId, { type, now: now(), limit });
    const begun = await newest("place", shown.begun);
    const saved = await newest("saved", shown.saved);
    const teasers = await teasersOf(portal, [...begun, ...saved], request.language);
    const newSince = await recordVisit(portal, userId);
    return {
      begun: begun.flatMap(({ place, ...key }) => {
        const teaser = teasers.of(key);
        return teaser && place ? [{ teaser, place }] : [];
      }),
      saved: saved.flatMap((key) => teasers.of(key) ?? []),
      newSince: newSince?.toISOString() ?? null,
      newCounts: newSince ? await countNewEntries(portal, newSince) : [],
      hasShowAhead: await hasShowAhead(portal, userId),
    };
  });

  serve(app, listSaved, async ({ query }, request) => {
    const { userId } = requireActiveMember(request);
    const { kind, cursor, limit = pageSizes.default } = query;
    const after = cursor === undefined ? null : parseSavedCursor(cursor);
    const wanted = { type: "saved", now: now(), kind, after, limit: limit + 1 } as const;
    const found = await findNewest(database, userId, wanted);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const teasers = await teasersOf(portal, page, request.language);
    return {
      items: page.flatMap((key) => teasers.of(key) ?? []),
      nextCursor: last ? formatSavedCursor(last) : null,
    };
  });
}

/** What members saved, and where they are in what they read and watch, on all their devices. */
export async function shelfRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, now } = portal;
  serveLists(app);

  serve(app, changeShelf, async ({ body }, request) => {
    const { userId } = requireActiveMember(request);
    const items = itemsOf(body.changes, { sentAt: body.sentAt, now: now() });
    return { items: (await mergeItems(database, userId, items)).map(presentItem) };
  });

  serve(app, getShelfEntry, async ({ params }, request) => {
    const { userId } = requireActiveMember(request);
    const items = await findItemsOf(database, userId, params);
    await recordVisit(portal, userId);
    return {
      isSaved: items.some(({ type }) => type === "saved"),
      place: items.find(({ type }) => type === "place")?.place ?? null,
      ticks: items.flatMap(({ type, item }) => (type === "tick" ? item : [])),
    };
  });
}
