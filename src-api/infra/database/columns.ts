import { text, timestamp } from "drizzle-orm/pg-core";
import type { defaultLanguage, Language } from "../../../src-shared/languages.ts";

/** Times are the application's (`now()`), never the database's: expiry must be testable. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A text in each language; the default language is always there. */
export type Localised = Record<typeof defaultLanguage, string> & Partial<Record<Language, string>>;

/** Where content came from: files of `CONTENT_DIR`, or the portal itself. */
export const origins = ["folder", "portal"] as const;

/** Columns of content that a folder can bring: a sync changes and removes only what is of the folder. */
export const originColumns = {
  origin: text("origin", { enum: origins }).notNull(),
  /** SHA-256 of the files that the row was read from; null for what the portal wrote. */
  sourceHash: text("source_hash"),
};
