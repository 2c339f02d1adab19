import { Argument, type Command } from "commander";
import { flagKeys, type FlagKey } from "#shared/flags.ts";
import { onOrOff } from "#api/cli/channel/arguments.ts";
import type { FlagCommand } from "./run-flag-command.ts";

/** Declares `npm run flags`. */
export function defineFlagCommands(
  program: Command,
  perform: (command: FlagCommand) => Promise<void>,
): void {
  program.description("Feature flags of the embedded flag service.");
  program
    .command("list")
    .description("lists the feature flags")
    .action(() => perform({ command: "list" }));
  program
    .command("set")
    .description("turns a flag on or off; open pages apply it within a second")
    .addArgument(new Argument("<flag>").choices(Object.values(flagKeys)))
    .addArgument(onOrOff())
    .action((key: FlagKey, state: string) => perform({ command: "set", key, on: state === "on" }));
}
