import { getTableColumns, sql, type SQL, type PgTable } from "./drizzle.ts";

/** Returns the `set` of an upsert that updates every column to the value of the insert, but for `revision`, which grows. */
export const insertedValues = (table: PgTable): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([field, column]) => [
      field,
      field === "revision" ? sql`${column} + 1` : sql`excluded.${sql.identifier(column.name)}`,
    ]),
  );
