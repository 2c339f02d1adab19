import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../src-api/infra/database/connect.ts";
import { booksOf, insertDueMembers } from "../../src-api/testing/members.ts";
import { startRenewals } from "../../src-api/testing/start-renewals.ts";
import { createBenchDatabase } from "./bench-database.ts";

const defaultCount = 1_000;
/** Subscriptions a minute below which the bench fails. */
const target = 1_000;
const due = new Date("2026-03-10T12:00:00Z");

type Place = { dataDir: string; databaseUrl: string | null };

/** Returns how many of the members were not charged exactly once. */
async function countWrong(place: Place, members: { id: string }[]): Promise<number> {
  const { database, close } = await connect(place);
  let wrong = 0;
  for (const member of members) {
    const { invoices, taken } = await booksOf(database, member);
    const paid = invoices.filter(({ status }) => status === "paid");
    if (paid.length !== 2 || taken.length !== 1) wrong += 1;
  }
  await close();
  return wrong;
}

/** Renews so many due subscriptions in some processes at the same time, and prints what that took. */
async function measure(name: string, place: Place, counts: { members: number; processes: number }) {
  const { database, close } = await connect(place);
  const members = await insertDueMembers(database, counts.members, due);
  await close();
  const environment = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? "",
    RENEW_AT: due.toISOString(),
    LOG_LEVEL: "silent",
  };
  const runs = await Promise.all(
    Array.from({ length: counts.processes }, () => startRenewals(environment)),
  );
  const results = await Promise.all(runs.map(({ done }) => done));
  const ms = Math.max(...results.map((result) => result?.ms ?? Number.NaN));
  const cpuMs = results.reduce((sum, result) => sum + (result?.cpuMs ?? Number.NaN), 0);
  const peakMB = Math.max(...results.map((result) => result?.peakMB ?? Number.NaN));
  const perMinute = Math.round((counts.members / ms) * 60_000);
  const wrong = await countWrong(place, members);
  console.log(
    `${name.padEnd(28)} ${perMinute} subscriptions a minute (${ms} ms), ` +
      `${(cpuMs / counts.members).toFixed(1)} ms of processor time for one, ` +
      `at most ${peakMB} MB a process, ${wrong} not charged exactly once`,
  );
  if (wrong > 0 || !(perMinute >= target)) process.exitCode = 1;
}

/**
 * Renews due subscriptions (1,000, or the number in the first option) on the sandbox: on the embedded
 * database with one process, and with DATABASE_URL on PostgreSQL with one and three. Exits with 1 below 1,000
 * a minute, or if any was not charged exactly once.
 */
export async function benchRenewals([option = `${defaultCount}`]: string[]): Promise<void> {
  const members = Number(option);
  const server = process.env["DATABASE_URL"];
  const folder = await mkdtemp(join(tmpdir(), "bench-renewals-"));
  try {
    const embedded = { dataDir: join(folder, "data"), databaseUrl: null };
    await measure("PGlite, one process", embedded, { members, processes: 1 });
    if (!server) return;
    for (const processes of [1, 3]) {
      const { url, drop } = await createBenchDatabase(server);
      const name = `PostgreSQL, ${processes === 1 ? "one process" : `${processes} processes`}`;
      await measure(name, { ...embedded, databaseUrl: url }, { members, processes });
      await drop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
