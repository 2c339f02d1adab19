import type { Entry, Teaser } from "#shared/api/library.ts";

/** Returns a teaser in the format of the API. */
export const teaser = (over: Partial<Teaser> = {}): Teaser => ({
  kind: "articles",
  slug: "weave-entries",
  title: "Weave entries",
  summary: "From every angle.",
  author: "Marta Wolska",
  publishedAt: "2026-10-01T07:00:00.000Z",
  tags: [{ id: "agility", name: "Agility" }],
  motif: "weave-poles",
  language: "en",
  minutes: 5,
  ...over,
});

/** Returns a complete entry, as members get it. */
export const entry = (over: Partial<Entry> = {}): Entry => ({
  ...teaser(),
  body: "Stand **still**.",
  ...over,
});

/** Returns one page of a list. */
export const listOf = (items: Teaser[], over: { total?: number; nextCursor?: string } = {}) => ({
  data: {
    items,
    total: over.total ?? items.length,
    nextCursor: over.nextCursor ?? null,
    tags: [
      { id: "agility", name: "Agility", count: 2 },
      { id: "health", name: "Health", count: 1 },
    ],
  },
});
