import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Draft } from "#shared/api/studio.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { contentEntries } from "#api/modules/library/schema.ts";

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
