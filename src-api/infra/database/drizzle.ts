/*
 * Node parses the package's list of exports, 180 kB, for every file that names the package: a fifth of a start's processor
 * time. So only this file and the schemas name it, which drizzle-kit reads.
 */
export * from "drizzle-orm";
export {
  alias,
  union,
  unionAll,
  type PgColumn,
  type PgDatabase,
  type PgQueryResultHKT,
  type PgTable,
} from "drizzle-orm/pg-core";
