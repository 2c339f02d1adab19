import { maxNew } from "#shared/api/shelf.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import { contentListed } from "#api/modules/library/schema.ts";

const listed = contentListed;

/** Returns how many entries of each kind were published since a time, `maxNew` at most; without kinds that have none. */
export async function countNewEntries(
  { database, now }: Pick<Portal, "database" | "now">,
  since: Date,
): Promise<{ kind: ContentKind; count: number }[]> {
  const countOf = async (kind: ContentKind) => {
    const found = sql`(select ${listed.slug} from ${listed}
      where ${listed.kind} = ${kind}::text and ${listed.tag} = ''
        and ${listed.publishedAt} > ${since.toISOString()}::timestamptz
        and ${listed.publishedAt} <= ${now().toISOString()}::timestamptz
      limit ${maxNew}::int) as found`;
    const [counted] = await database.select({ count: sql<number>`count(*)::int` }).from(found);
    return { kind, count: counted?.count ?? 0 };
  };
  const counts = await Promise.all(contentKinds.map(countOf));
  return counts.filter(({ count }) => count > 0);
}
