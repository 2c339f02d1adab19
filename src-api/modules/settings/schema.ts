import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { legalDocuments } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import { oneOf, revision, time } from "#api/infra/database/columns.ts";

/** What admins changed of the brand. Whatever has no row is as the portal came with it. */
export const brandSettings = pgTable("brand_settings", {
  /** Such as `seller` or `texts/en`. */
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  revision: revision(),
  changedAt: time("changed_at").notNull(),
});

/** The legal texts that admins wrote, with all earlier versions: buyers keep the one that they accepted. */
export const legalTexts = pgTable(
  "legal_texts",
  {
    document: text("document", { enum: legalDocuments }).notNull(),
    /** The day from which it applies (YYYY-MM-DD). */
    version: text("version").notNull(),
    /** Markdown with placeholders, as in the files of a brand. */
    texts: jsonb("texts").$type<Partial<Record<Language, string>>>().notNull(),
    revision: revision(),
    changedAt: time("changed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.document, t.version] }), oneOf(t.document, legalDocuments)],
);
