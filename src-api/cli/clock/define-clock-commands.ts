import { InvalidArgumentError, type Command } from "commander";
import { durationText, type ClockCommand, type Duration } from "./clock-command.ts";

/** Returns the duration of words such as "1 month", quoted or not. */
function durationOf(words: string[]): Duration {
  const parsed = durationText.safeParse(words.join(" "));
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(
    "Write how far, such as 3 hours, 14 days, 2 weeks, 1 month or 1 year.",
  );
}

/** Declares `npm run clock`. */
export function defineClockCommands(
  program: Command,
  perform: (command: ClockCommand) => Promise<void>,
): void {
  program.description("The time of a portal that runs with TEST_CLOCK=1.");
  program
    .command("show")
    .description("prints the portal's time")
    .action(() => perform({ command: "show" }));
  program
    .command("forward")
    .description(
      "moves the portal's time forward, day by day, and runs what is due on each: renewals, retries, mails. It cannot go back",
    )
    .argument("<duration...>", "how far: 3 hours, 14 days, 2 weeks, 1 month, 1 year")
    .action((words: string[], _, command: Command) => {
      try {
        return perform({ command: "forward", by: durationOf(words) });
      } catch (error) {
        if (error instanceof InvalidArgumentError) command.error(`error: ${error.message}`);
        throw error;
      }
    });
}
