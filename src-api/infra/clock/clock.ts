import { ConfigError, type Config } from "#api/config.ts";
import type { Connection, Database } from "#api/infra/database/connect.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { testClock as clockTable } from "./schema.ts";

/** The portal's time where testers may move it (`TEST_CLOCK=1`). All processes on a database share it. */
export type TestClock = {
  /** Returns how far the portal's time is ahead of real time, in ms. */
  ahead(): number;
  /**
   * Moves it forward by the given ms; it never goes back.
   *
   * @param alongside what has to change with it, in the same transaction
   */
  forward(ms: number, alongside: (tx: Database) => Promise<void>): Promise<void>;
};

export type PortalClock = {
  now: () => Date;
  /** Null where the portal's time is real time. */
  testClock: TestClock | null;
  close: () => Promise<void>;
};

type ClockConnection = Pick<Connection, "database" | "listen">;

/** Follows the time that testers move, in whichever process. */
async function openTestClock(
  { database, listen }: ClockConnection,
  realTime: () => Date,
): Promise<PortalClock> {
  let ahead = 0;
  const readAgain = async () => {
    ahead = await readAhead(database);
  };
  const stopListening = await listen(clockChannel, (message) => {
    if (message === undefined) readAgain().catch(() => {}); // the last known time goes on until the next move
    else ahead = Number(message);
  });
  await readAgain();
  return {
    now: () => new Date(realTime().getTime() + ahead),
    testClock: {
      ahead: () => ahead,
      forward: async (ms, alongside) => {
        const moved = await database.transaction(async (tx) => {
          await alongside(tx);
          return addAhead(tx, ms);
        });
        // The message about a later move may have arrived before the answer to this one.
        ahead = Math.max(ahead, moved);
      },
    },
    close: stopListening,
  };
}

/** Opens the portal's clock. Rejects with a ConfigError where a moved time would go back without `TEST_CLOCK`. */
export async function openClock(
  { testClock }: Pick<Config, "testClock">,
  connection: ClockConnection,
  realTime: () => Date = () => new Date(),
): Promise<PortalClock> {
  if (testClock) return openTestClock(connection, realTime);
  if ((await readAhead(connection.database)) > 0) {
    throw new ConfigError(
      "The time of this database was moved forward by a tester. Start with TEST_CLOCK=1, or with another database.",
    );
  }
  return { now: realTime, testClock: null, close: async () => {} };
}

/** Channel on which every process is notified of a moved time: ms that it is ahead of real time. */
export const clockChannel = "test_clock";

/** Returns how far the portal's time is ahead of real time, in ms. */
async function readAhead(database: Database): Promise<number> {
  const [row] = await database.select({ ahead: clockTable.ahead }).from(clockTable);
  return row?.ahead ?? 0;
}

/** Moves the portal's time forward by ms. Returns how far it is ahead of real time then. */
async function addAhead(tx: Database, ms: number): Promise<number> {
  const [row] = await tx
    .insert(clockTable)
    .values({ ahead: ms })
    .onConflictDoUpdate({
      target: clockTable.only,
      set: { ahead: sql`${clockTable.ahead} + ${ms}` },
    })
    .returning({ ahead: clockTable.ahead });
  const ahead = row?.ahead ?? 0;
  await tx.execute(sql`select pg_notify(${clockChannel}, ${String(ahead)})`);
  return ahead;
}
