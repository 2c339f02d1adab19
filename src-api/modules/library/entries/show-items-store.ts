import type { ShowDayItem } from "#shared/api/show-day.ts";
import type { Language } from "#shared/languages.ts";
import { shownKinds } from "#shared/parts.ts";
import type { ShowItem } from "#shared/show-day.ts";
import { and, inArray, isNotNull, lte, sql } from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import { entry, fallbackText, isStandIn, ownText, textIn } from "./columns-store.ts";

/** Maximum number of entries that contribute to countdowns, taken from the kinds in turn. */
const maxEntries = 200;

const ownItems = sql<ShowItem[] | null>`${ownText.details} -> 'showDay'`;
const fallbackItems = sql<ShowItem[] | null>`${fallbackText.details} -> 'showDay'`;

/** Lets PostgreSQL use the partial index `content_texts_show_day` instead of reading all published entries. */
const hasItems = sql`(${entry.kind}, ${entry.slug}) in (
  select kind, slug from content_texts where (details -> 'showDay') is not null)`;

type Row = {
  kind: ShowDayItem["kind"];
  slug: string;
  title: string;
  standIn: Language;
  ownTitle: string | null;
  ownItems: ShowItem[] | null;
  items: ShowItem[] | null;
};

function presentItems(row: Row, language: Language): ShowDayItem[] {
  const { kind, slug } = row;
  const counts = new Map<string, number>();
  const shown = row.ownItems
    ? { title: row.ownTitle ?? row.title, language }
    : { title: row.title, language: row.standIn };
  return (row.ownItems ?? row.items ?? []).map((item) => {
    const day = `${kind}/${slug}/${item.daysBefore}-${item.part}`;
    const count = (counts.get(day) ?? 0) + 1;
    counts.set(day, count);
    return { ...item, ...shown, kind, slug, id: count === 1 ? day : `${day}-${count}` };
  });
}

/** Rank of an entry within its kind, newest first. Ordering by it gives each kind an equal share. */
const placeInKind = sql<number>`row_number() over (partition by ${entry.kind} order by ${entry.publishedAt} desc, ${entry.slug})`;

const byKey = (one: Row, other: Row) =>
  one.kind.localeCompare(other.kind) || one.slug.localeCompare(other.slug);

/** Returns the countdown items of published entries, and the number of entries left out because of the limit. */
export async function listShowItems(
  { database, now, brand }: Pick<Portal, "database" | "now" | "brand">,
  language: Language,
): Promise<{ items: ShowDayItem[]; leftOut: number }> {
  const rows = await database
    .select({
      kind: entry.kind,
      slug: entry.slug,
      title: fallbackText.title,
      standIn: entry.standIn,
      ownTitle: ownText.title,
      ownItems,
      items: fallbackItems,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(entry)
    .innerJoin(fallbackText, isStandIn)
    .leftJoin(ownText, textIn(ownText, language))
    .where(
      and(
        isNotNull(entry.publishedAt),
        lte(entry.publishedAt, now()),
        inArray(entry.kind, shownKinds(brand)),
        hasItems,
      ),
    )
    .orderBy(placeInKind, entry.kind)
    .limit(maxEntries);
  return {
    items: rows.toSorted(byKey).flatMap((row) => presentItems(row, language)),
    leftOut: (rows[0]?.total ?? 0) - rows.length,
  };
}
