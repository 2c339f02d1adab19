import type { FastifyInstance } from "fastify";
import { pageSizes, entryParams } from "#shared/api/library.ts";
import { isActiveMember } from "#shared/active-member.ts";
import { changeShelf, shelfItemTypes } from "#shared/api/shelf-changes.ts";
import { getShelf, getShelfEntry, listSaved } from "#shared/api/shelf.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember, requireUser } from "#api/http/session.ts";
import { countNewEntries, teasersOf, contentEntries } from "#api/modules/library/module.ts";
import { hasShowAhead } from "#api/modules/shows/module.ts";
import { itemsOf, presentItem, keyOf, type ShelfItem } from "./merge-changes.ts";
import * as z from "zod/mini";
import type { ContentKind } from "#shared/content-kinds.ts";
import { isPartOn, shownKinds } from "#shared/parts.ts";
import {
  and,
  desc,
  eq,
  inArray,
  lte,
  sql,
  type SQL,
  asc,
  count,
  gte,
} from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { MovedEntry, Portal } from "#api/portal.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { shelfItems, shelfVisits } from "./schema.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { businessDay, startOf } from "#api/infra/written-time.ts";

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
      findNewest(database, userId, { type, now: now(), kinds: shownKinds(portal.brand), limit });
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
      hasShowAhead: isPartOn(portal.brand, "showDay") && (await hasShowAhead(portal, userId)),
    };
  });

  serve(app, listSaved, async ({ query }, request) => {
    const { userId } = requireActiveMember(request);
    const { kind, cursor, limit = pageSizes.default } = query;
    const after = cursor === undefined ? null : parseSavedCursor(cursor);
    const kinds = shownKinds(portal.brand).filter((it) => kind === undefined || it === kind);
    const wanted = { type: "saved", now: now(), kinds, after, limit: limit + 1 } as const;
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

/** The last entry of a page. */
const cursorSchema = z.extend(entryParams, { changedAt: cursorTime });
type SavedCursor = z.infer<typeof cursorSchema>;

const { format: formatSavedCursor, parse: parseSavedCursor } = createCursors(cursorSchema);

const item = shelfItems;

/** Per user, removed ones included. */
export const maxItems = 5_000;

/** The later item wins; at the same moment the one that is not removed. */
const isLater = sql`excluded.changed_at > ${item.changedAt}
  or (excluded.changed_at = ${item.changedAt} and ${item.isRemoved} and not excluded.is_removed)`;

/** Stores items of users, except where a later one is there already. */
async function upsert(database: Database, rows: (typeof item.$inferInsert)[]): Promise<void> {
  await database
    .insert(item)
    .values(rows)
    .onConflictDoUpdate({
      target: [item.userId, item.type, item.kind, item.slug, item.item],
      set: insertedValues(item),
      setWhere: isLater,
    });
}

/** What is deleted last has the lowest rank. */
const rank = { saved: 0, place: 1, tick: 2 } satisfies Record<ShelfItem["type"], number>;
const rankOf = sql`${JSON.stringify(rank)}::jsonb -> ${item.type}`;

/** Deletes what a user has too many of: removed items first, then ticks, positions, and saved ones; oldest first. */
async function purge(database: Database, userId: string): Promise<void> {
  const excess = database
    .select({ type: item.type, kind: item.kind, slug: item.slug, item: item.item })
    .from(item)
    .where(eq(item.userId, userId))
    .orderBy(item.isRemoved, rankOf, desc(item.changedAt))
    .offset(maxItems);
  await database
    .delete(item)
    .where(
      and(
        eq(item.userId, userId),
        sql`(${item.type}, ${item.kind}, ${item.slug}, ${item.item}) in ${excess}`,
      ),
    );
}

export const mergeItems = (
  database: Database,
  userId: string,
  items: readonly ShelfItem[],
): Promise<ShelfItem[]> =>
  database.transaction(async (tx) => {
    if (items.length === 0) return [];
    await upsert(
      tx,
      items.map((each) => ({ ...each, userId })),
    );
    await purge(tx, userId);
    const keys = items.map(keyOf);
    return tx
      .select()
      .from(item)
      .where(
        and(
          eq(item.userId, userId),
          inArray(
            sql`concat_ws('/', ${item.type}, ${item.kind}, ${item.slug}, ${item.item})`,
            keys,
          ),
        ),
      )
      .orderBy(item.type, item.kind, item.slug, item.item);
  });

/** Merges the items of users into those of another one. */
export async function mergeUsers(
  database: Database,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  for (const userId of from) {
    const rows = await database.select().from(item).where(eq(item.userId, userId));
    // A statement may have 65,535 parameters.
    for (let at = 0; at < rows.length; at += 1_000) {
      const some = rows.slice(at, at + 1_000);
      await upsert(
        database,
        some.map((row) => ({ ...row, userId: to })),
      );
    }
  }
  await purge(database, to);
}

/** Returns all items of a user, removed ones included. */
export const findItems = (database: Database, userId: string) =>
  database.select().from(item).where(eq(item.userId, userId)).orderBy(desc(item.changedAt));

/** Returns a user's items about an entry. */
const findItemsOf = (
  database: Database,
  userId: string,
  { kind, slug }: { kind: ContentKind; slug: string },
) =>
  database
    .select()
    .from(item)
    .where(
      and(
        eq(item.userId, userId),
        inArray(item.type, shelfItemTypes),
        eq(item.kind, kind),
        eq(item.slug, slug),
        eq(item.isRemoved, false),
      ),
    );

const isPublished = (now: Date): SQL =>
  sql`exists (${sql`select 1 from ${contentEntries}
  where ${and(
    eq(contentEntries.kind, item.kind),
    eq(contentEntries.slug, item.slug),
    lte(contentEntries.publishedAt, now),
  )}`})`;

type Wanted = {
  type: ShelfItem["type"];
  now: Date;
  kinds: ContentKind[];
  after?: SavedCursor | null;
  limit: number;
};

/** Returns a user's items of a type about published entries, changed last first. */
function findNewest(
  database: Database,
  userId: string,
  { type, now, kinds, after, limit }: Wanted,
) {
  const older =
    after &&
    sql`(${item.changedAt}, ${item.kind}, ${item.slug}) < (${after.changedAt.toISOString()}::timestamptz, ${after.kind}::text, ${after.slug}::text)`;
  return database
    .select()
    .from(item)
    .where(
      and(
        eq(item.userId, userId),
        eq(item.type, type),
        eq(item.isRemoved, false),
        inArray(item.kind, kinds),
        older ?? undefined,
        isPublished(now),
      ),
    )
    .orderBy(desc(item.changedAt), desc(item.kind), desc(item.slug))
    .limit(limit);
}

/** Moves what users have of an entry to its new address. What another entry left there goes. */
export async function moveItems(database: Database, { kind, from, to }: MovedEntry): Promise<void> {
  const at = (slug: string) => and(eq(item.kind, kind), eq(item.slug, slug));
  await database.delete(item).where(at(to));
  await database.update(item).set({ slug: to }).where(at(from));
}

/** Time without a request after which the next one begins a new visit. */
const visitEndsAfterMs = 6 * hourMs;

/** Time after which the time of the last request is stored again. */
const storedEveryMs = 5 * minuteMs;

/** Records a visit of a user. Returns when the previous visit ended, six hours without a request; null in the first. */
async function recordVisit(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
): Promise<Date | null> {
  const [known] = await database.select().from(shelfVisits).where(eq(shelfVisits.userId, userId));
  const time = now();
  const away = known ? time.getTime() - known.lastSeenAt.getTime() : Infinity;
  if (known && away < storedEveryMs) return known.previousVisitAt;
  const ended = new Date(time.getTime() - visitEndsAfterMs).toISOString();
  const [stored] = await database
    .insert(shelfVisits)
    .values({ userId, lastSeenAt: time, previousVisitAt: null })
    .onConflictDoUpdate({
      target: shelfVisits.userId,
      set: {
        lastSeenAt: time,
        // Compared in the statement: of two requests at once the first begins the visit.
        previousVisitAt: sql`case when ${shelfVisits.lastSeenAt} <= ${ended}::timestamptz
          then ${shelfVisits.lastSeenAt} else ${shelfVisits.previousVisitAt} end`,
      },
    })
    .returning();
  return stored?.previousVisitAt ?? null;
}

export async function findVisits(database: Portal["database"], userId: string) {
  const [visits] = await database
    .select({
      lastSeenAt: shelfVisits.lastSeenAt,
      previousVisitAt: shelfVisits.previousVisitAt,
    })
    .from(shelfVisits)
    .where(eq(shelfVisits.userId, userId));
  return visits ?? null;
}

/** An entry, and how many members read or watched it. */
export type MostRead = { kind: ContentKind; slug: string; readings: number };

/** Returns the entries that most members read or watched on the last seven of the seller's days, today included. */
export function findMostRead(
  database: Database,
  { now, timeZone }: { now: Date; timeZone: string },
  limit: number,
): Promise<MostRead[]> {
  const since = startOf(businessDay(now, timeZone), timeZone, -6);
  const { kind, slug, type, changedAt } = shelfItems;
  return database
    .select({ kind, slug, readings: count() })
    .from(shelfItems)
    .where(and(sql`${type} = 'place'`, gte(changedAt, since))) // as in the index `shelf_items_read`
    .groupBy(kind, slug)
    .orderBy(desc(count()), asc(kind), asc(slug))
    .limit(limit);
}
