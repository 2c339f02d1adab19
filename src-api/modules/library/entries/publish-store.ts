import type { ContentKind } from "#shared/content-kinds.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, ne, sql } from "#api/infra/database/drizzle.ts";
import { contentEntries } from "#api/modules/library/schema.ts";

const entry = contentEntries;

/** Sets when an entry appears; null withdraws it. Returns its origin, or null without one. Those of the folder keep it. */
export async function setPublishedAt(
  database: Database,
  { kind, slug }: { kind: ContentKind; slug: string },
  { publishedAt, now }: { publishedAt: Date | null; now: Date },
) {
  const isWanted = and(eq(entry.kind, kind), eq(entry.slug, slug));
  const [changed] = await database
    .update(entry)
    .set({
      publishedAt,
      ...(publishedAt && {
        appearedAt: sql`coalesce(${entry.appearedAt}, ${now.toISOString()}::timestamptz)`,
      }),
    })
    .where(and(isWanted, ne(entry.origin, "folder")))
    .returning({ origin: entry.origin });
  const [found = changed] = changed
    ? []
    : await database.select({ origin: entry.origin }).from(entry).where(isWanted);
  return found?.origin ?? null;
}
