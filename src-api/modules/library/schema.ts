import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { Entry } from "#shared/api/library.ts";
import type { TextDetails } from "#shared/api/kind-fields.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { languages } from "#shared/languages.ts";
import {
  oneOf,
  originColumns,
  origins,
  revision,
  time,
  type Localised,
} from "#api/infra/database/columns.ts";
import type { MediaDetails } from "./media/media-files.ts";

/** What an entry has in every language besides its columns: other fields of `entry.json`. */
export type EntryDetails = MediaDetails &
  Pick<Entry, "sources" | "reviewed" | "free"> &
  Record<string, unknown>;

export const contentEntries = pgTable(
  "content_entries",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    /** In the future for a scheduled entry; null for a draft and a withdrawn one. */
    publishedAt: time("published_at"),
    /** When the portal first had the entry with a `publishedAt`; null for one that never had any. */
    appearedAt: time("appeared_at"),
    /** When what readers see of it was replaced last; null if it never was. */
    changedAt: time("changed_at"),
    /** Slug by which feed readers know it; null: its own. Set once it moves, or if another entry was known by its slug. */
    firstSlug: text("first_slug"),
    author: text("author").notNull(),
    tags: text("tags").array().notNull(),
    motif: text("motif").notNull(),
    /** Other entries, as `articles/weave-entries`, whether they exist or not. */
    related: text("related").array().notNull().default([]),
    details: jsonb("details").$type<EntryDetails>().notNull(),
    /** The import that wrote it, by which that can be taken back; null for other origins. */
    importId: text("import_id"),
    ...originColumns,
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    oneOf(t.kind, contentKinds),
    oneOf(t.origin, origins),
    index("content_entries_newest").on(t.kind, t.publishedAt, t.slug),
    index("content_entries_author").on(t.author, t.publishedAt, t.kind, t.slug),
    index("content_entries_import")
      .on(t.importId)
      .where(sql`${t.importId} is not null`),
    index("content_entries_first_slug")
      .on(t.kind, t.firstSlug)
      .where(sql`${t.firstSlug} is not null`),
    index("content_entries_related").using("gin", t.related),
  ],
);

/** Entries in the order of lists, for each tag and '' for all, with `contentCounts` by triggers (decision 0032). */
export const contentListed = pgTable(
  "content_listed",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    tag: text("tag").notNull(),
    publishedAt: time("published_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug, t.tag] }),
    oneOf(t.kind, contentKinds),
    index("content_listed_newest").on(t.kind, t.tag, t.publishedAt, t.slug),
  ],
);

/** Number of rows of `contentListed` of each kind and tag; what is scheduled has to be subtracted. */
export const contentCounts = pgTable(
  "content_counts",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    tag: text("tag").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.tag] }), oneOf(t.kind, contentKinds)],
);

/** Words to search in. Triggers of the database write them: docs/decisions/0022-search.md. */
const vector = customType<{ data: string }>({ dataType: () => "tsvector" });
const noWords = sql`''::tsvector`;

export const contentTexts = pgTable(
  "content_texts",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    language: text("language", { enum: languages }).notNull(),
    title: text("title").notNull(),
    summary: text("summary").notNull(),
    body: text("body").notNull(),
    words: integer("words").notNull(),
    /** When it was changed last in the studio; null for what came from files. */
    changedAt: time("changed_at"),
    details: jsonb("details").$type<TextDetails>().notNull(),
    /** Title (A), summary (B), tags (C, as `#id`) and the author's name (C): what anybody may search. */
    searchTeaser: vector("search_teaser").notNull().default(noWords),
    /** The same, with body and details (D): what members search. */
    searchAll: vector("search_all").notNull().default(noWords),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug, t.language] }),
    oneOf(t.kind, contentKinds),
    oneOf(t.language, languages),
    index("content_texts_show_day")
      .on(t.kind, t.slug)
      .where(sql`(${t.details} -> 'showDay') is not null`),
    index("content_texts_search_teaser").using("gin", t.searchTeaser),
    index("content_texts_search_all").using("gin", t.searchAll),
    foreignKey({
      columns: [t.kind, t.slug],
      foreignColumns: [contentEntries.kind, contentEntries.slug],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
  ],
);

export const contentTags = pgTable(
  "content_tags",
  {
    id: text("id").primaryKey(),
    name: jsonb("name").$type<Localised>().notNull(),
    origin: originColumns.origin,
    revision: revision(),
  },
  (t) => [oneOf(t.origin, origins)],
);

/** Authors, whose pages entries refer to by the name. */
export const contentAuthors = pgTable(
  "content_authors",
  {
    slug: text("slug").primaryKey(),
    name: text("name").notNull(),
    credentials: jsonb("credentials").$type<Localised>().notNull(),
    body: jsonb("body").$type<Localised>().notNull(),
    revision: revision(),
    ...originColumns,
  },
  (t) => [oneOf(t.origin, origins), index("content_authors_name").on(t.name, t.slug)],
);

/** The words by which a search finds a word in spite of a typo. Triggers add them; unused ones find nothing. */
export const contentWords = pgTable(
  "content_words",
  {
    language: text("language", { enum: languages }).notNull(),
    /** In lower case and without accents. */
    word: text("word").notNull(),
    /** The word as the vectors have it: its stem in English. */
    lexeme: text("lexeme").notNull(),
    /** True if it occurs in a title, a summary, or the name of a tag or an author. */
    isInTeaser: boolean("is_in_teaser").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.language, t.word] }),
    oneOf(t.language, languages),
    index("content_words_lexeme").on(t.language, t.lexeme),
    index("content_words_near").using("gin", t.word.op("gin_trgm_ops")),
  ],
);
