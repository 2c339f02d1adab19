import { getTableName, sql } from "drizzle-orm";
import { check, timestamp, type ExtraConfigColumn } from "drizzle-orm/pg-core";

/** A time set by the application's `now()`, never by the database, so that tests control it. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A text in each language; English is required. */
export type Localised = { en: string; pl?: string };

const checkOf = (column: ExtraConfigColumn, operator: string, values: string) =>
  check(
    `${getTableName(column.table)}_${column.name}`,
    sql`${column} ${sql.raw(operator)} ${sql.raw(values)}`,
  );

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/**
 * Returns the CHECK constraint of a text column that holds one of these values (or null, where the
 * column allows it). Declare the column with the same list as its `enum`.
 */
export const oneOf = (column: ExtraConfigColumn, values: readonly string[]) =>
  checkOf(column, "in", `(${quoted(values)})`);

/** Returns the CHECK constraint of an array of texts that holds only these values. */
export const onlyOf = (column: ExtraConfigColumn, values: readonly string[]) =>
  checkOf(column, "<@", `array[${quoted(values)}]::text[]`);
