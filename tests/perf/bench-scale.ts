import { sql } from "drizzle-orm";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { readConfig } from "#api/config.ts";
import { connect, type Database } from "#api/infra/database/connect.ts";
import { billingFigures, findTrends } from "#api/modules/billing/figures.ts";
import { openPayments } from "#api/modules/billing/provider.ts";
import { runReminders } from "#api/modules/billing/remind.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import { languages } from "#shared/languages.ts";
import { findItems } from "#api/modules/library/studio/list.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { countUnanswered } from "#api/modules/contact/module.ts";
import { listFound } from "#api/modules/members/members.ts";
import { findMostRead } from "#api/modules/shelf/module.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { insertManyMembers } from "#api/testing/many-members.ts";
import { insertDueMembers } from "#api/testing/members.ts";
import { compareLibrary } from "./library-queries.ts";
import { wordOf, writeEntries } from "./library-entries.ts";
import { inNewPlace, onEachDatabase, type Place } from "./places.ts";
import { compare, elapsed, numbers, printHead, report } from "./samples.ts";

const now = new Date("2026-03-10T12:00:00Z");
const months = 24;
const limit = 25;
const queries = ["", "member-77", "ada member-5", "nobody"];

type Sizes = Record<"members" | "entries" | "studio" | "rounds" | "due", number>;

/** Opens a new database for a measurement, and removes it. */
const inNewDatabase = (
  server: string | null,
  measure: (database: Database, place: Place) => Promise<void>,
) =>
  inNewPlace(server, async (place) => {
    const { database, close } = await connect(place);
    await measure(database, place);
    await close();
  });

/** Returns the ms that something takes each time, after a first time that does not count. */
async function timesOf(rounds: number, act: () => Promise<unknown>): Promise<number[]> {
  await act();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await elapsed(act));
  return times;
}

/** Measures reads of the figures of the board that grow with the members, and one of the trends. */
async function measureBoard(database: Database, { rounds }: Sizes): Promise<void> {
  const board = await timesOf(rounds, async () => {
    await billingFigures(database, { now, timeZone: "Europe/Warsaw" });
    await countUnanswered(database);
    await findMostRead(database, { now, timeZone: "Europe/Warsaw" }, 10);
  });
  report("one read of the board", { ours: board }, { atMost: 250 });
  const trends = await elapsed(() => findTrends(database, { now, timeZone: "Europe/Warsaw" }));
  report("one read of the trends", { ours: [trends] }, { atMost: 20_000 });
}

async function compareMembers(database: Database, { rounds }: Sizes): Promise<void> {
  const bare = () =>
    elapsed(() =>
      database.execute(sql`select * from users order by created_at desc, id desc limit ${limit}`),
    );
  for (const query of queries) {
    const ours = () =>
      elapsed(() =>
        listFound(database, { query, status: undefined }, { now, limit, timeZone: "UTC" }),
      );
    report(`members: ${query || "everybody"}`, await compare(rounds, ours, bare));
  }
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
  const renewed = await elapsed(() => runRenewals(portal));
  report("renewals a minute", { ours: [(due / renewed) * 60_000] });
  const passes = { reminders: runReminders, renewals: runRenewals };
  for (const [name, run] of Object.entries(passes)) {
    const ms = await elapsed(() => run(portal));
    report(`${name} with nothing due`, { ours: [ms] }, { atMost: 1_000 });
  }
}

const studioFilters = {
  all: {},
  kind: { kinds: ["articles"] },
  state: { state: "published" },
  "without Polish": { translation: "missing" },
  author: { author: "Ada" },
  words: { q: wordOf(50) },
} as const;

/** First rows of the studio's list among many entries. */
const measureStudio = (server: string | null, { studio, rounds }: Sizes) =>
  inNewDatabase(server, async (database) => {
    await writeEntries(database, studio);
    for (const [name, wanted] of Object.entries(studioFilters)) {
      const filter = { kinds: contentKinds, languages, ...wanted };
      const read = () => findItems(database, filter, { now, after: null, limit });
      report(`studio: ${name}`, { ours: await timesOf(rounds, read) }, { atMost: 50 });
    }
  });

/**
 * Reads among many members and entries: lists and searches of the library, compared with bare queries for the same
 * rows; filters of the studio's list; searches of the members, compared with a bare read; the admins' board; and renewals.
 * On PGlite, and with DATABASE_URL on PostgreSQL.
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
    printHead(`${name}, ms, ${sizes.entries} entries`, "bare query");
    await inNewDatabase(server, async (database) => {
      await writeEntries(database, sizes.entries);
      await compareLibrary(database, sizes.entries, {
        rounds: sizes.rounds,
        ...(server && { atMost: 3 }),
      });
    });
    printHead(`${name}, ms, ${sizes.studio} entries in the studio`);
    await measureStudio(server, sizes);
    printHead(`${name}, ms, ${sizes.members} members`, "bare read");
    await inNewDatabase(server, async (database, place) => {
      await database.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`); // many rows
        await insertManyMembers(tx, { members: sizes.members, months, now });
      });
      await compareMembers(database, sizes);
      await measureBoard(database, sizes);
      await measureRenewals(database, place, sizes);
    });
  });
}
