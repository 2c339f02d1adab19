import { getTableName, sql } from "drizzle-orm";
import { check, integer, text, timestamp, type ExtraConfigColumn } from "drizzle-orm/pg-core";
import type { Language } from "#shared/languages.ts";

/** A timestamp. Times come from the application (`now()`), so that expiry can be tested. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Grows with each change, so that two admins do not overwrite each other. */
export const revision = () => integer("revision").notNull().default(1);

/** A text in at least one language. */
export type Localised = Partial<Record<Language, string>>;

/** Where content came from: files of `CONTENT_DIR`, the portal itself, or `npm run content -- import`. */
export const origins = ["folder", "portal", "import"] as const;
export type Origin = (typeof origins)[number];

/** Columns of content that a folder can bring: a sync changes and removes only rows of the folder. */
export const originColumns = {
  origin: text("origin", { enum: origins }).notNull(),
  /** SHA-256 of what the row was read from; null for what the portal wrote. */
  sourceHash: text("source_hash"),
};

const checkOf = (column: ExtraConfigColumn, operator: string, values: string) =>
  check(
    `${getTableName(column.table)}_${column.name}`,
    sql`${column} ${sql.raw(operator)} ${sql.raw(values)}`,
  );

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/** Returns the CHECK constraint of a text column; declare the column with the same list as its `enum`. */
export const oneOf = (column: ExtraConfigColumn, values: readonly string[]) =>
  checkOf(column, "in", `(${quoted(values)})`);

/** Returns the CHECK constraint of a column with a language: which ones there are is up to the code (`languages.ts`). */
export const isLanguageCode = (column: ExtraConfigColumn) => checkOf(column, "~", "'^[a-z]{2}$'");

/** Returns the CHECK constraint of an array of texts in which only these values are allowed. */
export const onlyOf = (column: ExtraConfigColumn, values: readonly string[]) =>
  checkOf(column, "<@", `array[${quoted(values)}]::text[]`);
