import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../database/connect.ts";
import { dayOf, monthOf } from "./periods.ts";

/** Channel on which every process is notified of changes to figures, and of changed flags. */
export const figuresChannel = "figures";

/** Notifies every process, once the transaction is committed, of a change that no trigger sees. */
export const notifyFigures = (tx: Database) =>
  tx.execute(sql`select pg_notify(${figuresChannel}, '')`);

/** Days for which figures of a day are kept. */
const daysKept = 60;
const dayLong = 24 * 60 * 60_000;

/** A figure, in one month or day; an empty period for one that has none. */
export type Wanted = { figure: string; period: string };

const rowSchema = z.object({
  figure: z.string(),
  part: z.string(),
  amount: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)), // PostgreSQL's driver sends texts
});
const rowsSchema = z.object({ rows: z.array(rowSchema) });

type Row = z.output<typeof rowSchema>;

const readRows = async (database: Database, query: SQL): Promise<Row[]> =>
  rowsSchema.parse(await database.execute(query)).rows;

/** Returns figures at a time, by what is counted apart; those that never changed are left out. */
export function readFigures(
  database: Database,
  wanted: readonly Wanted[],
  now: Date,
): Promise<Row[]> {
  const keys = sql.join(
    wanted.map(({ figure, period }) => sql`(${figure}, ${period})`),
    sql`, `,
  );
  return readRows(
    database,
    sql`select figure, part, sum(amount) as amount from (
        select figure, period, part, amount from figures where (figure, period) in (${keys})
        union all
        select figure, coalesce(period, ${monthOf(now)}) as period, part, amount from figure_changes
      ) as known
      where (figure, period) in (${keys})
      group by figure, part`,
  );
}

/** Returns the parts of a figure with the largest sums since a day, the largest first. */
export function readLargest(
  database: Database,
  { figure, since, limit }: { figure: string; since: Date; limit: number },
): Promise<Row[]> {
  const isWanted = sql`figure = ${figure} and period >= ${dayOf(since)}`;
  return readRows(
    database,
    sql`select ${figure} as figure, part, sum(amount) as amount from (
        select part, amount from figures where ${isWanted}
        union all
        select part, amount from figure_changes where ${isWanted}
      ) as known
      group by part having sum(amount) > 0 order by sum(amount) desc, part limit ${limit}`,
  );
}

/**
 * Adds the changes up, and deletes figures of days that are over long ago. Changes without a period count in
 * the month of `now`.
 */
export async function addUpFigures(database: Database, now: Date): Promise<void> {
  // One statement: a reader sees each change either here or there. Two runs at once do not delete the same change.
  await database.execute(sql`
    with changed as (delete from figure_changes returning figure, period, part, amount)
    insert into figures (figure, period, part, amount)
    select figure, coalesce(period, ${monthOf(now)}) as period, part, sum(amount) from changed
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (figure, period, part) do update set amount = figures.amount + excluded.amount`);
  const oldest = dayOf(new Date(now.getTime() - daysKept * dayLong));
  await database.execute(
    sql`delete from figures where length(period) = ${oldest.length} and period < ${oldest}`,
  );
}
