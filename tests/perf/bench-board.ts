import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect, type Connection } from "../../src-api/infra/database/connect.ts";
import { addUpFigures } from "../../src-api/infra/figures/figure-store.ts";
import { billingFigures } from "../../src-api/modules/billing/module.ts";
import { countUnanswered } from "../../src-api/modules/contact/module.ts";
import { findMostRead } from "../../src-api/modules/shelf/module.ts";
import { insertManyMembers } from "../../src-api/testing/many-members.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { elapsed, quantile } from "./bench-statistics.ts";

/** Numbers of members that are compared, and of monthly invoices that each has unless an option says otherwise. */
const sizes = [1_000, 100_000] as const;
const defaultMonths = 24;
/** Changes that nobody has added up yet, as many as a busy minute has. */
const waiting = 200;
const rounds = 200;
/** How many times longer it may take with the more members. */
const target = 2;
const now = new Date("2026-03-10T12:00:00Z");

type Database = Connection["database"];
type Size = { members: number; months: number };

/** Adds changes of figures that nobody has added up yet. */
async function insertBoardFigures(database: Database, at: Date): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  await database.execute(sql`select count_figures_again()`);
  await database.execute(sql`
    insert into figure_changes (figure, period, part, amount)
    select 'read', ${day}, 'articles/entry-' || n % 50, 1 from generate_series(1, ${waiting}) as n`);
  for (const table of ["figures", "figure_changes"]) {
    await database.execute(sql.raw(`analyze ${table}`));
  }
}

/** Reads what grows with the members. The jobs and the titles of five entries do not. */
async function readFigures(database: Database) {
  const billing = await billingFigures(database, now);
  return {
    ...billing,
    unanswered: await countUnanswered(database, now),
    mostRead: await findMostRead(database, now, 10),
  };
}

/** Measures reading the board among so many members. Returns the median, in ms. */
async function measure(
  name: string,
  { database }: Connection,
  { members, months }: Size,
): Promise<number> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`); // many rows
    await insertManyMembers(tx, { members, months, now });
    await insertBoardFigures(tx, now);
  });
  for (let round = 0; round < 20; round++) await readFigures(database);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(await elapsed(() => readFigures(database)));
  }
  const adding = await elapsed(() => addUpFigures(database, now));
  const figures = await readFigures(database);
  const median = quantile(times, 0.5);
  console.log(
    `${name.padEnd(12)} ${String(members).padStart(7)} members, ${members * months} invoices: ` +
      `median ${median.toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms; ` +
      `${waiting} changes added up in ${adding.toFixed(1)} ms (${figures.members} in force, ${figures.pastDue} past due)`,
  );
  return median;
}

async function compare(
  name: string,
  months: number,
  open: (at: number) => Promise<{ connection: Connection; drop: () => Promise<void> }>,
): Promise<void> {
  const medians: number[] = [];
  for (const [at, members] of sizes.entries()) {
    const { connection, drop } = await open(at);
    medians.push(await measure(name, connection, { members, months }));
    await connection.close();
    await drop();
  }
  const [few = Number.NaN, many = Number.NaN] = medians;
  console.log(`${name.padEnd(12)} ${(many / few).toFixed(2)} times as long, at most ${target}`);
  if (!(many / few <= target)) process.exitCode = 1;
}

/**
 * Reads the figures of the board among 1,000 and 100,000 members with two years of invoices (or so many months as
 * the option says), with DATABASE_URL on PostgreSQL, then on PGlite. Exits with 1 if the more members
 * take more than twice as long.
 */
export async function benchBoard([option = `${defaultMonths}`]: string[]): Promise<void> {
  const months = Number(option);
  const server = process.env["DATABASE_URL"];
  const folder = await mkdtemp(join(tmpdir(), "bench-board-"));
  try {
    if (server) {
      await compare("PostgreSQL", months, async () => {
        const { url, drop } = await createBenchDatabase(server);
        return { connection: await connect({ dataDir: folder, databaseUrl: url }), drop };
      });
    }
    await compare("PGlite", months, async (at) => ({
      connection: await connect({ dataDir: join(folder, `data-${at}`), databaseUrl: null }),
      drop: async () => {},
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
