import { sql } from "drizzle-orm";
import { NoopLogger } from "drizzle-orm/logger";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { readConfig } from "#api/config.ts";
import { connect, type Database } from "#api/infra/database/connect.ts";
import { billingFigures, findTrends } from "#api/modules/subscriptions/module.ts";
import { findItems } from "#api/modules/library/studio/list-store.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { openPayments } from "../../src-api/modules/payments/providers.ts";
import { runReminders } from "#api/modules/subscriptions/renewals/remind.ts";
import { runRenewals } from "../../src-api/modules/subscriptions/renewals/renewals.ts";
import { countUnanswered } from "#api/modules/contact/module.ts";
import { listFound } from "#api/modules/members/list-members.ts";
import { findMostRead } from "#api/modules/shelf/module.ts";
import { insertManyMembers } from "#api/testing/many-members.ts";
import { insertDueMembers } from "#api/testing/members.ts";
import { inNewPlace, onEachDatabase, type Place } from "./databases.ts";
import { compareLibrary } from "./library-queries.ts";
import { wordOf, writeEntries } from "./library-entries.ts";
import { compare, elapsed, median, numbers, printHead, report, reportValue } from "./samples.ts";

const now = new Date("2026-03-10T12:00:00Z");
const months = 24;
const limit = 25;
const queries = ["", "member-7", "member-77", "ada member-5", "ada", "example", "nobody"];

type Sizes = Record<"members" | "entries" | "studio" | "rounds" | "due", number>;

/** Fills a new database with members, opens it for a measurement, and removes it. */
const withMembers = (
  server: string | null,
  members: number,
  measure: (database: Database, place: Place) => Promise<void>,
) =>
  inNewPlace(server, async (place) => {
    const { database, close } = await connect(place);
    await database.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`); // many rows
      await insertManyMembers(tx, { members, months, now });
    });
    await measure(database, place);
    await close();
  });

/** Measures one read of the figures of the board that grow with the members. */
async function measureBoard(database: Database, { rounds }: Sizes): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const ms = await elapsed(async () => {
      await billingFigures(database, now);
      await countUnanswered(database);
      await findMostRead(database, now, 10);
    });
    if (round > 0) times.push(ms);
  }
  reportValue("one read of the board", median(times), 250);
}

/** Measures one read of the trends: every membership of the last months, and the last invoice of each. */
async function measureTrends(database: Database): Promise<void> {
  const ms = await elapsed(() => findTrends(database, { now, timeZone: "Europe/Warsaw" }));
  reportValue("one read of the trends", ms, 20_000);
}

async function compareMembers(database: Database, { rounds }: Sizes): Promise<void> {
  const bare = () =>
    elapsed(() =>
      database.execute(sql`select * from users order by created_at desc, id desc limit ${limit}`),
    );
  for (const query of queries) {
    const ours = () =>
      elapsed(() => listFound(database, { query, status: undefined }, { now, limit }));
    report(`members: ${query || "everybody"}`, await compare(rounds, ours, bare), {});
  }
}

/** Counts statements from now on, those of transactions included. Returns how many there were. */
function countStatements(): () => number {
  let statements = 0;
  NoopLogger.prototype.logQuery = () => void (statements += 1);
  return () => statements;
}

/** Renews due memberships among the others, and runs passes that have nothing left to do. Mails are left out. */
async function measureRenewals(
  database: Database,
  { dataDir }: Place,
  { due }: Sizes,
): Promise<void> {
  const clock = { database, now: () => now };
  const portal: PaymentPortal = {
    ...clock,
    brand: await readBrand(defaultBrandDir),
    payments: await openPayments(clock, readConfig({ PAYMENTS: "sandbox", DATA_DIR: dataDir })),
    jobs: { enqueue: async () => {} },
  };
  await runReminders(portal);
  await runRenewals(portal); // those that are past due
  await insertDueMembers(database, due, now);
  const ms = await elapsed(() => runRenewals(portal));
  console.log(`\n${Math.round((due / ms) * 60_000)} renewals a minute`);
  const passes = { reminders: runReminders, renewals: runRenewals };
  for (const [name, run] of Object.entries(passes)) {
    const statements = countStatements();
    await run(portal);
    reportValue(`statements of ${name} with nothing due`, statements(), 20);
  }
}

const withEntries = (server: string | null, { entries, rounds }: Sizes) =>
  inNewPlace(server, async (place) => {
    const { database, close } = await connect(place);
    await writeEntries(database, entries);
    await compareLibrary(database, entries, { rounds, ...(server && { atMost: 3 }) });
    await close();
  });

const studioFilters = {
  all: {},
  kind: { kind: "articles" },
  state: { state: "published" },
  "without Polish": { translation: "missing" },
  author: { author: "Ada" },
  words: { q: wordOf(50) },
} as const;

/** First rows of the studio's list among many entries, compared with the same among 50. */
const compareStudio = (server: string | null, { studio, rounds }: Sizes) =>
  inNewPlace(server, (manyPlace) =>
    inNewPlace(server, async (fewPlace) => {
      const [many, few] = [await connect(manyPlace), await connect(fewPlace)];
      await writeEntries(many.database, studio);
      await writeEntries(few.database, 50);
      let slowest = 0;
      for (const [name, wanted] of Object.entries(studioFilters)) {
        const read = (database: Database) =>
          elapsed(() => findItems(database, wanted, { now, after: null, limit }));
        const compared = await compare(
          rounds,
          () => read(many.database),
          () => read(few.database),
        );
        report(`studio: ${name}`, compared, {});
        slowest = Math.max(slowest, median(compared.ours));
      }
      reportValue("the slowest of these", slowest, 50);
      await many.close();
      await few.close();
    }),
  );

/**
 * Reads among many members and entries: lists and searches of the library, compared with bare queries for the same
 * rows; the studio's list, compared with one of 50 entries; searches of the members, compared with a bare read; the
 * admins' board; and renewals. On PGlite, and with DATABASE_URL on PostgreSQL.
 *
 * @param options `--members 100000`, `--entries 50000`, `--studio 5000`, `--rounds 10`, `--due 1000`: memberships to renew
 */
export async function benchScale(options: string[]): Promise<void> {
  const sizes = numbers(options, {
    members: 100_000,
    entries: 50_000,
    studio: 5000,
    rounds: 10,
    due: 1000,
  });
  await onEachDatabase(async (server, name) => {
    printHead(`${name}, ms, ${sizes.entries} entries`, "bare query", 0.95);
    await withEntries(server, sizes);
    printHead(`${name}, ms, ${sizes.studio} entries in the studio`, "of 50");
    await compareStudio(server, sizes);
    await withMembers(server, sizes.members, async (database, place) => {
      printHead(`${name}, ms, ${sizes.members} members`, "compared");
      await compareMembers(database, sizes);
      await measureBoard(database, sizes);
      await measureTrends(database);
      await measureRenewals(database, place, sizes);
    });
  });
}
