import { sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { testClock } from "./schema.ts";

/** Channel on which every process is notified of a moved time: ms that it is ahead of real time. */
export const clockChannel = "test_clock";

/** Returns how far the portal's time is ahead of real time, in ms. */
export async function readAhead(database: Database): Promise<number> {
  const [row] = await database.select({ ahead: testClock.ahead }).from(testClock);
  return row?.ahead ?? 0;
}

/** Moves the portal's time forward by ms. Returns how far it is ahead of real time then. */
export async function addAhead(tx: Database, ms: number): Promise<number> {
  const [row] = await tx
    .insert(testClock)
    .values({ ahead: ms })
    .onConflictDoUpdate({
      target: testClock.only,
      set: { ahead: sql`${testClock.ahead} + ${ms}` },
    })
    .returning({ ahead: testClock.ahead });
  const ahead = row?.ahead ?? 0;
  await tx.execute(sql`select pg_notify(${clockChannel}, ${String(ahead)})`);
  return ahead;
}
