import { pageSizes, type ListAnswer, type listContent } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import type { Input } from "#api/http/serve.ts";
import type { Portal } from "#api/portal.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import { findPage, type Part } from "./page-store.ts";
import { presentTag, presentTeaser } from "./present.ts";

type Listing = {
  kind: ContentKind;
  query: Input<typeof listContent>["query"];
  language: Language;
  /** True to search the texts too, which only members may. */
  inBody: boolean;
};

const partOf = ({ cursor, limit, sort }: Listing["query"]): Part => ({
  start: cursor === undefined ? null : parseCursor(cursor),
  limit: limit ?? pageSizes.default,
  sort: sort ?? "newest",
});

/** Presents a part of a list. Only the first one is counted, and has tags. */
export async function presentList(
  { database, now }: Pick<Portal, "database" | "now">,
  { kind, query, language, inBody }: Listing,
): Promise<ListAnswer> {
  const { tag, q = "", heightClass = null, ageMonths = null } = query;
  const filter = { kind, language, now: now(), tag, q, inBody, dog: { heightClass, ageMonths } };
  const part = partOf(query);
  const { start } = part;
  const found = await findPage(database, filter, part, { counts: start === null });
  const rows = found.rows.slice(0, part.limit);
  const last = found.rows.length > part.limit ? rows.at(-1) : undefined;
  const total = start?.total ?? found.total ?? 0;
  return {
    items: rows.map((row) => presentTeaser(row, found.tagNames, language)),
    total,
    nextCursor: last
      ? formatCursor({ publishedAt: last.publishedAt, slug: last.slug, total })
      : null,
    tags: start
      ? []
      : found.tags.map(({ id, count }) => ({
          ...presentTag(id, found.tagNames, language),
          count,
        })),
  };
}
