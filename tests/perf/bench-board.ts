import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect, type Connection } from "../../src-api/infra/database/connect.ts";
import { addUpFigures } from "../../src-api/infra/figures/figure-store.ts";
import { billingFigures } from "../../src-api/modules/billing/module.ts";
import { countUnanswered } from "../../src-api/modules/contact/module.ts";
import { findMostRead } from "../../src-api/modules/shelf/module.ts";
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

const day = (days: string) =>
  sql`${now.toISOString()}::timestamptz - (${sql.raw(days)}) * interval '1 day'`;

/** Tables whose triggers would count each of the inserted rows. */
const counted = ["subscriptions", "invoices", "credit_notes", "contact_messages", "shelf_items"];

async function setTriggers(database: Database, state: "disable" | "enable"): Promise<void> {
  for (const table of counted) {
    await database.execute(sql.raw(`alter table ${table} ${state} trigger user`));
  }
}

/** Fills the database with members and their years; every twentieth is past due, every fiftieth left. */
async function insertMembers(database: Database, { members, months }: Size): Promise<void> {
  await setTriggers(database, "disable");
  const numbers = sql`generate_series(1, ${members}) as n`;
  await database.execute(sql`
    insert into users (id, email, name, password_hash, roles, language, created_at)
    select gen_random_uuid(), 'member-' || n || '@example.com', 'Ada', 'none', '{ROLE_USER}', 'en', ${day("730")} from ${numbers}`);
  await database.execute(sql`
    insert into subscriptions (id, user_id, source, status, sku, period, price, currency, started_at, anchor_at, ends_at, ended_at, cancel_at_period_end)
    select gen_random_uuid(), id, 'purchase', case when n % 50 = 0 then 'ended' when n % 20 = 0 then 'past_due' else 'active' end,
      'membership-monthly', 'monthly', 900, 'EUR', ${day("n % 700")}, ${day("n % 700")},
      case when n % 50 = 0 then ${day("n % 700")} when n % 20 = 0 then ${day("n % 13")} else ${day("-(n % 28) - 1")} end,
      case when n % 50 = 0 then ${day("n % 700")} end, n % 7 = 0
    from (select id, row_number() over () as n from users) as members`);
  for (let month = 0; month < months; month++) {
    const at = day(`${month * 30}`);
    await database.execute(sql`
    insert into invoices (id, user_id, reason, status, subscription_id, period_start, lines, total, currency, period, terms_version, origin,
      provider, buyer_name, buyer_email, created_at, expires_at, paid_at)
    select gen_random_uuid(), user_id, 'renewal', 'paid', id, ${at}, '[]', 900, ${month % 5 === 0 ? "PLN" : "EUR"},
      'monthly', '1', 'checkout', 'sandbox', 'Ada', 'ada@example.com', ${at}, ${at}, ${at} from subscriptions`);
  }
  await database.execute(sql`
    insert into credit_notes (id, invoice_id, number, amount, currency, taxes, reason, note, status, created_at)
    select gen_random_uuid(), id, id::text, 100, currency, '[]', 'refund', '', 'succeeded', paid_at from invoices where random() < 0.01`);
  await database.execute(sql`
    insert into contact_messages (id, name, email, subject, message, language, created_at, answered_at)
    select gen_random_uuid(), 'Ada', 'ada@example.com', 'Hi', 'Hello', 'en', ${day("n % 700")}, case when n % 10 = 0 then null else ${day("n % 700")} end from ${numbers}`);
  await database.execute(sql`
    insert into shelf_items (user_id, type, kind, slug, is_removed, changed_at)
    select id, 'place', 'articles', 'entry-' || (n * 7 + item) % 500, false, ${day("(n + item) % 50")}
    from (select id, row_number() over () as n from users) as members, generate_series(1, 3) as item`);
  await setTriggers(database, "enable");
  await database.execute(sql`select count_figures_again()`);
  await database.execute(sql`
    insert into figure_changes (figure, period, part, amount)
    select 'read', '2026-03-10', 'articles/entry-' || n % 50, 1 from generate_series(1, ${waiting}) as n`);
  for (const table of [...counted, "figures", "figure_changes", "users"]) {
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
    await insertMembers(tx, { members, months });
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
