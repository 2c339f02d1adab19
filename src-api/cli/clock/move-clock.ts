import type { TestClock } from "../../infra/clock/clock.ts";
import { extendSessions } from "../../modules/accounts/module.ts";
import type { Portal } from "../../portal.ts";
import type { Duration } from "./clock-command.ts";

const dayLong = 24 * 60 * 60_000;

/** Returns the time that is a duration after another one. Months and years are those of the calendar, in UTC. */
export function timeAfter(time: Date, { count, unit }: Duration): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO("UTC");
  return new Date(at.add({ [`${unit}s`]: count }).epochMilliseconds);
}

/** Runs what is due by the portal's time, and sends the mails of that. Returns the names of jobs that failed. */
async function runDue({ jobs }: Portal): Promise<string[]> {
  await jobs.runDue(); // mails of what happened before are composed with the time before
  const failed = await jobs.runScheduled();
  await jobs.runDue();
  return failed;
}

/**
 * Moves the portal's time forward, at most a day at a time, and runs what is due after each step, so that
 * reminders, renewals, retries and ends happen in their order. Whoever is logged in stays logged in. Jobs
 * with a schedule run in this process, since others may learn of the new time a moment later.
 *
 * Returns the names of scheduled jobs that failed; the log has their errors.
 */
export async function moveClock(
  portal: Portal,
  testClock: TestClock,
  duration: Duration,
): Promise<string[]> {
  const { now } = portal;
  const until = timeAfter(now(), duration);
  const failed = new Set<string>();
  for (;;) {
    const step = Math.min(dayLong, until.getTime() - now().getTime());
    if (step <= 0) return [...failed];
    await testClock.forward(step, (database) => extendSessions({ database, now }, step));
    for (const name of await runDue(portal)) failed.add(name);
  }
}
