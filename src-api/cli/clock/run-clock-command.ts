import { dayMs, hourMs } from "#shared/durations.ts";
import type { Portal } from "#api/portal.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { minuteIn } from "#api/cli/channel/days.ts";
import type { ClockCommand, Duration } from "./clock-command.ts";
import type { TestClock } from "#api/infra/clock/clock.ts";
import { extendSessions } from "#api/modules/accounts/sessions.ts";

/** Adds a duration to a time. Months and years are calendar months and years in UTC. */
function timeAfter(time: Date, { count, unit }: Duration): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO("UTC");
  return new Date(at.add({ [`${unit}s`]: count }).epochMilliseconds);
}

/** Runs queued and scheduled jobs, and all that they enqueue. Returns the names of scheduled jobs that failed. */
async function runDue({ jobs }: Portal): Promise<string[]> {
  await jobs.runDue(); // mails already queued are composed before scheduled jobs change anything
  const failed = await jobs.runScheduled();
  await jobs.runDue();
  return failed;
}

/**
 * Moves the portal's time forward, at most a day at a time, and runs what is due after each step, so that
 * reminders, renewals, retries and expiries happen in order. Users stay logged in. Scheduled jobs run in this
 * process, since others may learn of the new time a moment later.
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
    const step = Math.min(dayMs, until.getTime() - now().getTime());
    if (step <= 0) return [...failed];
    await testClock.forward(step, (database) => extendSessions({ database, now }, step));
    for (const name of await runDue(portal)) failed.add(name);
  }
}

function formatAhead(ms: number): string {
  if (ms === 0) return "This is real time.";
  const hours = Math.round(ms / hourMs);
  const days = Math.floor(hours / 24);
  return `That is ${days} days and ${hours - days * 24} hours ahead of real time.`;
}

/** Runs a command and returns the lines to print. Throws a CommandError. */
export async function runClockCommand(portal: Portal, command: ClockCommand): Promise<string[]> {
  const { testClock, now, brand } = portal;
  if (!testClock) {
    throw new CommandError(
      "The time can only be moved where the portal was started with TEST_CLOCK=1.",
    );
  }
  const show = (verb: string) => [`The portal's time ${verb} ${minuteIn(now(), brand.timeZone)}.`];
  if (command.command === "show") return [...show("is"), formatAhead(testClock.ahead())];
  const latest = timeAfter(now(), { count: 5, unit: "year" });
  if (timeAfter(now(), command.by) > latest) {
    throw new CommandError("Move the time by 5 years at most.");
  }
  const before = show("was");
  const failed = await moveClock(portal, testClock, command.by);
  const failures = failed.length > 0 ? [`Failed, see the log: ${failed.join(", ")}.`] : [];
  return [...before, ...show("is"), formatAhead(testClock.ahead()), ...failures];
}
