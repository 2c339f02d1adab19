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
  uuid,
  check,
  unique,
} from "drizzle-orm/pg-core";
import type { Entry } from "#shared/api/library.ts";
import type { TextDetails } from "#shared/api/kind-fields.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { languages, type Language } from "#shared/languages.ts";
import {
  isLanguageCode,
  oneOf,
  originColumns,
  origins,
  revision,
  time,
  type Localised,
} from "#api/infra/database/columns.ts";
import type { MediaDetails } from "./media/media-files.ts";
import type { Draft } from "#shared/api/studio.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { notedKinds, noteStates } from "#shared/api/judge-notes.ts";

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
    /** Language of the text that readers get for one that is missing: English if there is one. */
    standIn: text("stand_in", { enum: languages }).notNull().default("en"),
    ...originColumns,
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    isLanguageCode(t.standIn),
    // Few or none, where the portal has English.
    index("content_entries_stand_in")
      .on(t.standIn)
      .where(sql`${t.standIn} <> 'en'`),
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
    isLanguageCode(t.language),
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
    isLanguageCode(t.language),
    index("content_words_lexeme").on(t.language, t.lexeme),
    index("content_words_near").using("gin", t.word.op("gin_trgm_ops")),
  ],
);

/** Names in the storage of media, by names beside the texts. */
type Files = Record<string, string>;

/** Working copies: at most one of an entry, which may not be in `content_entries` before it is published or handed to reviewers. */
export const studioDrafts = pgTable(
  "studio_drafts",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    draft: jsonb("draft").$type<Draft>().notNull(),
    files: jsonb("files").$type<Files>().notNull(),
    /** Whether it says something else than what readers see; if not, `draft` may be older than that. */
    isChanged: boolean("is_changed").notNull(),
    /** Grows with every save. A save based on another one is refused. */
    revision: integer("revision").notNull(),
    editedAt: time("edited_at").notNull(),
    editedBy: uuid("edited_by").references(() => users.id, { onDelete: "set null" }),
    /** When the text of each language was changed last, as ISO 8601. */
    textsChangedAt: jsonb("texts_changed_at").$type<Partial<Record<Language, string>>>().notNull(),
    /** When the entry was moved to the bin. */
    deletedAt: time("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    oneOf(t.kind, contentKinds),
    index("studio_drafts_edited_by").on(t.editedBy),
    index("studio_drafts_deleted").on(t.deletedAt),
  ],
);

/** Secret addresses of working copies: at most one of each. */
export const secretPreviews = pgTable(
  "secret_previews",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    /** SHA-256. */
    tokenHash: text("token_hash").notNull().unique(),
    madeAt: time("made_at").notNull(),
    madeBy: uuid("made_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    until: time("until").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    oneOf(t.kind, contentKinds),
    index("secret_previews_made_by").on(t.madeBy),
    foreignKey({
      columns: [t.kind, t.slug],
      foreignColumns: [studioDrafts.kind, studioDrafts.slug],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
  ],
);

/** What readers saw: a row of every version that was published here, and of the one that the first of them replaced. */
export const studioRevisions = pgTable(
  "studio_revisions",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    at: time("at").notNull(),
    /** Null for what came from elsewhere, and once the account is deleted. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    draft: jsonb("draft").$type<Draft>().notNull(),
    files: jsonb("files").$type<Files>().notNull(),
  },
  (t) => [
    oneOf(t.kind, contentKinds),
    index("studio_revisions_entry").on(t.kind, t.slug, t.at),
    index("studio_revisions_user").on(t.userId),
    foreignKey({
      columns: [t.kind, t.slug],
      foreignColumns: [contentEntries.kind, contentEntries.slug],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
  ],
);

/** Former addresses of entries, for good. An entry that has one of them now comes first. */
export const contentRedirects = pgTable(
  "content_redirects",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    from: text("from_slug").notNull(),
    to: text("to_slug").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.from] }),
    oneOf(t.kind, contentKinds),
    index("content_redirects_to").on(t.kind, t.to),
  ],
);

/** Entries that a reviewer marked as ready, with the hash of what was read. */
export const readyMarks = pgTable(
  "ready_marks",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    /** The mark counts only while the entry has this hash. */
    version: text("version").notNull(),
    /** Null once the account is deleted: the decision stays. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    markedAt: time("marked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    oneOf(t.kind, contentKinds),
    index("ready_marks_user").on(t.userId),
    foreignKey({
      columns: [t.kind, t.slug],
      foreignColumns: [contentEntries.kind, contentEntries.slug],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
  ],
);

/** One note for each judge and entry. Without a foreign key: an entry that comes back gets its notes back. */
export const judgeNotes = pgTable(
  "judge_notes",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: notedKinds }).notNull(),
    slug: text("slug").notNull(),
    /** As the judge wrote it last, and whether it may be shown. */
    text: text("text").notNull(),
    /** The judge's name when the text was written: a later name has not been approved with it. */
    author: text("author").notNull(),
    language: text("language", { enum: languages }).notNull(),
    writtenAt: time("written_at").notNull(),
    state: text("state", { enum: noteStates }).notNull(),
    /** Why the text was rejected or taken down. */
    reason: text("reason"),
    /** What readers see: the text that was approved last, and by whom. */
    shownText: text("shown_text"),
    shownAuthor: text("shown_author"),
    shownLanguage: text("shown_language", { enum: languages }),
    shownAt: time("shown_at"),
  },
  (t) => [
    unique("judge_notes_one").on(t.userId, t.kind, t.slug),
    oneOf(t.kind, notedKinds),
    isLanguageCode(t.language),
    oneOf(t.state, noteStates),
    isLanguageCode(t.shownLanguage),
    check(
      "judge_notes_shown",
      sql`num_nonnulls(${t.shownText}, ${t.shownAuthor}, ${t.shownLanguage}, ${t.shownAt}) in (0, 4)`,
    ),
    check("judge_notes_approved", sql`${t.state} <> 'approved' or ${t.shownText} = ${t.text}`),
    index("judge_notes_entry").on(t.kind, t.slug, t.shownAt),
    index("judge_notes_waiting").on(t.state, t.writtenAt),
  ],
);

export type JudgeNote = typeof judgeNotes.$inferSelect;

/** The secret addresses of members' own feeds, one for each user. Only the hash of a token is stored. */
export const feedTokens = pgTable("feed_tokens", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  tokenHash: text("token_hash").notNull().unique(),
  createdAt: time("created_at").notNull(),
});

/** Who asked for the weekly mail; a row is deleted when its user no longer wants it. */
export const weeklyMails = pgTable(
  "weekly_mails",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
    /** When the next mail is due: always a Monday, after which it is moved by weeks. */
    dueAt: time("due_at").notNull(),
    /** The next mail lists what was published after this time. */
    newSince: time("new_since").notNull(),
    /** End of the time that the last mail covers whose sending has begun. */
    sentUntil: time("sent_until"),
  },
  (t) => [index("weekly_mails_due").on(t.dueAt)],
);
