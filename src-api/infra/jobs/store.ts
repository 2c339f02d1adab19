import { fromPglite, type Db } from "pg-boss";
import type { PGlite } from "@electric-sql/pglite";
import type pg from "pg";
import type { Listen } from "#api/infra/database/listen.ts";

/** The database as the job library uses it, beside the query builder and on the same connections. */
export type JobStore = {
  executor: Pick<Db, "executeSql" | "setSessionStatements">;
  backend: "postgres" | "pglite";
  listen: Listen;
};

export const pgliteJobStore = (client: PGlite, listen: Listen): JobStore => ({
  executor: fromPglite(client),
  backend: "pglite",
  listen,
});

export const postgresJobStore = (pool: pg.Pool, listen: Listen): JobStore => ({
  executor: {
    executeSql: async (text, values) => {
      // For several statements the driver returns an array of results; the declared type has only one.
      const result: pg.QueryResult | pg.QueryResult[] = await pool.query(text, values);
      return { rows: [result].flat().flatMap(({ rows }) => rows) };
    },
  },
  backend: "postgres",
  listen,
});
