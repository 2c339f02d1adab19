import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NoopLogger } from "drizzle-orm/logger";
import { readBrand } from "../../src-api/brand.ts";
import { readConfig } from "../../src-api/config.ts";
import { connect } from "../../src-api/infra/database/connect.ts";
import type { PaymentPortal } from "../../src-api/modules/billing/payments/payment-portal.ts";
import { openPayments } from "../../src-api/modules/billing/payments/payments.ts";
import { runReminders } from "../../src-api/modules/billing/renewals/remind.ts";
import { runRenewals } from "../../src-api/modules/billing/renewals/run-renewals.ts";
import { insertManyMembers } from "../../src-api/testing/many-members.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { elapsed } from "./bench-statistics.ts";

const defaultCount = 100_000;
const months = 24;
/** Statements above which a second pass, which has nothing to do, fails the bench, however many members there are. */
const target = 20;
const now = new Date("2026-03-10T12:00:00Z");

/** Counts statements from now on, those of transactions included. Returns how many there were. */
function countStatements(): () => number {
  let statements = 0;
  NoopLogger.prototype.logQuery = () => void (statements += 1);
  return () => statements;
}

/** Runs a pass once, prints what it took, and returns how many statements that were. */
async function measure(name: string, pass: () => Promise<void>): Promise<number> {
  const counted = countStatements();
  const seconds = (await elapsed(pass)) / 1000;
  console.log(`  ${name.padEnd(20)} ${seconds.toFixed(2)} s, ${counted()} statements`);
  return counted();
}

async function measurePasses(label: string, databaseUrl: string | null, members: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-passes-"));
  const { database, close } = await connect({ dataDir, databaseUrl });
  try {
    await database.transaction(async (tx) => {
      await tx.execute("set local statement_timeout = 0"); // many rows
      await insertManyMembers(tx, { members, months, now });
    });
    const clock = { database, now: () => now };
    const config = readConfig({ PAYMENTS: "sandbox", DATA_DIR: dataDir });
    const portal: PaymentPortal = {
      ...clock,
      brand: await readBrand(),
      payments: openPayments(clock, config),
      jobs: { enqueue: async () => {} },
    };
    console.log(`${label}, ${members} members, ${members * months} invoices:`);
    const passes = { reminders: runReminders, renewals: runRenewals };
    for (const [name, run] of Object.entries(passes)) {
      await measure(`${name}, first`, () => run(portal));
      const again = await measure(`${name}, again`, () => run(portal));
      if (again > target) process.exitCode = 1;
    }
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Runs the passes of reminders and renewals twice among 100,000 members (or so many as the option says) with two
 * years of invoices, with DATABASE_URL on PostgreSQL, else on PGlite; mails are left out. Exits with 1
 * if the second one, which has nothing to do, walks through the members.
 */
export async function benchPasses([option = `${defaultCount}`]: string[]): Promise<void> {
  const members = Number(option);
  const server = process.env["DATABASE_URL"];
  if (!server) return measurePasses("PGlite", null, members);
  const { url, drop } = await createBenchDatabase(server);
  try {
    await measurePasses("PostgreSQL", url, members);
  } finally {
    await drop();
  }
}
