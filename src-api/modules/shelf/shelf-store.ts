import * as z from "zod/mini";
import { shelfItemTypes } from "#shared/api/shelf-changes.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { entryParams } from "#shared/api/library.ts";
import { and, desc, eq, inArray, lte, sql, type SQL } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { MovedEntry } from "#api/portal.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { contentEntries } from "#api/modules/library/module.ts";
import { keyOf, type ShelfItem } from "./merge-changes.ts";
import { shelfItems } from "./schema.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";

/** The last entry of a page. */
const cursorSchema = z.extend(entryParams, { changedAt: cursorTime });
type SavedCursor = z.infer<typeof cursorSchema>;

export const { format: formatSavedCursor, parse: parseSavedCursor } = createCursors(cursorSchema);

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

/** Deletes what a user has too many of: removed items first, then ticks, places, and saved ones; oldest first. */
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

/** Returns what a user keeps about an entry. */
export const findItemsOf = (
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
  kind?: ContentKind | undefined;
  after?: SavedCursor | null;
  limit: number;
};

/** Returns a user's items of a type about published entries, changed last first. */
export function findNewest(
  database: Database,
  userId: string,
  { type, now, kind, after, limit }: Wanted,
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
        kind && eq(item.kind, kind),
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
