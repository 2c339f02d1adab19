import type { Portal } from "../../portal.ts";
import { CommandError } from "../channel/command-channel.ts";
import type { ClockCommand } from "./clock-command.ts";
import { moveClock, timeAfter } from "./move-clock.ts";

const hourLong = 60 * 60_000;

const formatTime = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function formatAhead(ms: number): string {
  if (ms === 0) return "This is real time.";
  const hours = Math.round(ms / hourLong);
  const days = Math.floor(hours / 24);
  return `That is ${days} days and ${hours - days * 24} hours ahead of real time.`;
}

/** Runs a command and returns the lines to print. Throws a CommandError. */
export async function runClockCommand(portal: Portal, command: ClockCommand): Promise<string[]> {
  const { testClock, now } = portal;
  if (!testClock) {
    throw new CommandError(
      "The time can only be moved where the portal was started with TEST_CLOCK=1.",
    );
  }
  const show = (verb: string) => [`The portal's time ${verb} ${formatTime(now())}.`];
  if (command.command === "show") return [...show("is"), formatAhead(testClock.ahead())];
  const longest = timeAfter(now(), { count: 5, unit: "year" });
  if (timeAfter(now(), command.by) > longest) {
    throw new CommandError("Move the time by 5 years at most.");
  }
  const before = show("was");
  const failed = await moveClock(portal, testClock, command.by);
  const failures = failed.length > 0 ? [`Failed, see the log: ${failed.join(", ")}.`] : [];
  return [...before, ...show("is"), formatAhead(testClock.ahead()), ...failures];
}
