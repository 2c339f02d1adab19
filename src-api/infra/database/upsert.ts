import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Returns the `set` of an upsert: every column takes the value that was to be inserted. */
export const insertedValues = (table: PgTable): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([field, column]) => [
      field,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  );
