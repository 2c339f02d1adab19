import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { TextDetails } from "../../../src-shared/api/library.ts";
import { contentKinds } from "../../../src-shared/content-kinds.ts";
import { languages } from "../../../src-shared/languages.ts";
import {
  oneOf,
  originColumns,
  origins,
  time,
  type Localised,
} from "../../infra/database/columns.ts";
import type { MediaDetails } from "./media/media-files.ts";

/** What an entry's kind adds to it in every language: its own fields of `entry.json`. */
export type EntryDetails = MediaDetails & Record<string, unknown>;

export const contentEntries = pgTable(
  "content_entries",
  {
    kind: text("kind", { enum: contentKinds }).notNull(),
    slug: text("slug").notNull(),
    publishedAt: time("published_at").notNull(),
    author: text("author").notNull(),
    tags: text("tags").array().notNull(),
    motif: text("motif").notNull(),
    details: jsonb("details").$type<EntryDetails>().notNull(),
    ...originColumns,
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    oneOf(t.kind, contentKinds),
    oneOf(t.origin, origins),
    index("content_entries_newest").on(t.kind, t.publishedAt, t.slug),
  ],
);

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
    details: jsonb("details").$type<TextDetails>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug, t.language] }),
    oneOf(t.kind, contentKinds),
    oneOf(t.language, languages),
    foreignKey({
      columns: [t.kind, t.slug],
      foreignColumns: [contentEntries.kind, contentEntries.slug],
    }).onDelete("cascade"),
  ],
);

export const contentTags = pgTable(
  "content_tags",
  {
    id: text("id").primaryKey(),
    name: jsonb("name").$type<Localised>().notNull(),
    origin: originColumns.origin,
  },
  (t) => [oneOf(t.origin, origins)],
);
