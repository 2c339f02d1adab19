import {
  pageSizes,
  type ListAnswer,
  type listContent,
} from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import type { Input } from "../../../http/serve.ts";
import type { Portal } from "../../../portal.ts";
import type { TeaserRow } from "./columns-store.ts";
import { formatCursor, parseCursor, type Cursor } from "./cursor.ts";
import { findPage, type Part } from "./page-store.ts";
import { presentTag, presentTeaser } from "./present.ts";

type Listing = {
  kind: ContentKind;
  query: Input<typeof listContent>["query"];
  language: Language;
  /** True to search the texts too, which only members may. */
  inBody: boolean;
};

/** Returns the part of a list that a query asks for. */
const partOf = ({ cursor, skip, limit, sort }: Listing["query"]): Part => ({
  start: cursor === undefined ? null : parseCursor(cursor),
  skip: cursor === undefined ? (skip ?? 0) : 0,
  limit: limit ?? pageSizes.default,
  sort: sort ?? "newest",
});

/** Returns how many entries come before those that were found, and whether there are more on either side. */
function place({ start, skip, limit }: Part, found: number) {
  const hasMore = found > limit;
  if (start?.side !== "before") {
    const offset = start?.index ?? skip;
    return { offset, hasPrevious: offset > 0, hasNext: hasMore };
  }
  // What was published meanwhile may have moved the entries.
  const offset = hasMore ? Math.max(1, start.index - limit) : 0;
  return { offset, hasPrevious: hasMore, hasNext: true };
}

const cursorAt = (row: TeaserRow | undefined, to: Omit<Cursor, "publishedAt" | "slug">) =>
  row ? formatCursor({ ...to, publishedAt: row.publishedAt, slug: row.slug }) : null;

/** Presents a part of a list. Only without a cursor it is counted, and only its beginning has tags. */
export async function presentList(
  { database, now }: Pick<Portal, "database" | "now">,
  { kind, query, language, inBody }: Listing,
): Promise<ListAnswer> {
  const { tag, q = "", heightClass = null, ageMonths = null } = query;
  const filter = { kind, language, now: now(), tag, q, inBody, dog: { heightClass, ageMonths } };
  const part = partOf(query);
  const found = await findPage(database, filter, part, { counts: part.start === null });
  const { offset, hasPrevious, hasNext } = place(part, found.rows.length);
  const rows =
    part.start?.side === "before" ? found.rows.slice(-part.limit) : found.rows.slice(0, part.limit);
  const total = part.start?.total ?? found.total ?? 0;
  const end = { side: "after", index: offset + rows.length, total } as const;
  const begin = { index: offset, total };
  return {
    items: rows.map((row) => presentTeaser(row, found.tagNames, language)),
    total,
    offset,
    nextCursor: hasNext ? cursorAt(rows.at(-1), end) : null,
    previousCursor: hasPrevious ? cursorAt(rows[0], { ...begin, side: "before" }) : null,
    cursor: cursorAt(rows[0], { ...begin, side: "at" }),
    tags:
      part.start || part.skip > 0
        ? []
        : found.tags.map(({ id, count }) => ({
            ...presentTag(id, found.tagNames, language),
            count,
          })),
  };
}
