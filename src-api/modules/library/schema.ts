import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ContentKind } from "../../../src-shared/api/library.ts";
import type { Language } from "../../../src-shared/languages.ts";
import { time, type Localised } from "../../infra/database/columns.ts";

/** What an entry's kind adds to it, language-neutral: the rest of its `entry.json`. */
export type EntryDetails = {
  prepMinutes?: number;
  cookMinutes?: number;
  servings?: number;
  level?: "beginner" | "intermediate" | "advanced";
  durationSeconds?: number;
  source?: string;
  captions?: Language[];
  poster?: string;
};

export const contentEntries = pgTable(
  "content_entries",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    slug: text("slug").notNull(),
    publishedAt: time("published_at").notNull(),
    author: text("author").notNull(),
    tags: text("tags").array().notNull(),
    motif: text("motif").notNull(),
    details: jsonb("details").$type<EntryDetails>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.slug] }),
    index("content_entries_newest").on(t.kind, t.publishedAt, t.slug),
  ],
);

/** What an entry's kind adds to its text: the rest of the front matter. */
export type TextDetails = {
  ingredients?: { quantity: number; unit: "g" | "ml" | "tsp" | "tbsp" | "pc"; name: string }[];
  weeks?: {
    title: string;
    sessions: { title: string; minutes: number; description: string }[];
  }[];
};

export const contentTexts = pgTable(
  "content_texts",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    slug: text("slug").notNull(),
    language: text("language").$type<Language>().notNull(),
    title: text("title").notNull(),
    summary: text("summary").notNull(),
    body: text("body").notNull(),
    words: integer("words").notNull(),
    details: jsonb("details").$type<TextDetails>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug, t.language] })],
);

export const contentTags = pgTable("content_tags", {
  id: text("id").primaryKey(),
  name: jsonb("name").$type<Localised>().notNull(),
});
