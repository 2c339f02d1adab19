import { inspect } from "node:util";
import { Command } from "commander";
import * as z from "zod/mini";
import type { Config } from "#api/config.ts";
import { readSettings, settingsOption } from "#api/settings.ts";
import { ignoreClosedOutput, runToEnd } from "#api/cli/command-process.ts";
import { explainFailure } from "#api/cli/explain-failure.ts";
import { CommandError, sendCommand } from "./command-channel.ts";
import { withOwnDatabase, type CommandContext } from "./own-database.ts";
import { describePortal, locationOf } from "./portal-location.ts";

type Family<Input> = {
  /** Name of the script and of the family's endpoint. */
  name: string;
  /** Declares the commands; their actions call `perform` with the parsed input. */
  define: (program: Command, perform: (command: Input) => Promise<void>) => void;
  /** Runs a command where no API runs; throws a CommandError. Null: only the running API can run it. */
  run: ((context: CommandContext, command: Input) => Promise<string[]>) | null;
  /** How long the running API may take, where that is longer than usual. */
  timeoutMs?: number;
};

/** Runs the command in the running API, or in this process if none runs. */
export async function runSomewhere<Input>(
  { name, run, timeoutMs }: Omit<Family<Input>, "define">,
  config: Config,
  command: Input,
): Promise<string[]> {
  const lines = await sendCommand(config.dataDir, name, command, {
    timeoutMs,
    location: locationOf(config),
  });
  if (lines) return lines;
  if (!run) throw new CommandError("No portal runs with this DATA_DIR. Start it first.");
  return withOwnDatabase(config, (context) => run(context, command));
}

/** Returns the command line of a family; `npm run` needs `--` before the arguments of the script. */
export function commandLine<Input>(
  { name, define }: Pick<Family<Input>, "name" | "define">,
  perform: (command: Input) => Promise<void>,
): Command {
  ignoreClosedOutput();
  const { flags, description } = settingsOption;
  const program = new Command(`npm run ${name} --`)
    .option(flags, description)
    .showHelpAfterError(`See: npm run ${name} -- --help`);
  define(program, perform);
  return program;
}

/** Runs a command with the portal's settings. If it fails, prints the reason and sets exit code 1. */
export async function runWithSettings(run: (config: Config) => Promise<void>): Promise<void> {
  z.config({ jitless: true });
  let config: Config | null = null;
  try {
    const settings = readSettings();
    config = settings;
    process.stderr.write(`${describePortal(settings)}\n`);
    await runToEnd(() => run(settings));
  } catch (error) {
    const reason = explainFailure(error, config) ?? `That failed: ${inspect(error)}`;
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
  }
}

/** Runs the typed command and prints the result; the exit code is 1 if it failed. */
export async function runProgram<Input>(family: Family<Input>): Promise<void> {
  const perform = (command: Input) =>
    runWithSettings(async (config) => {
      const lines = await runSomewhere(family, config, command);
      process.stdout.write(`${lines.join("\n")}\n`);
    });
  await commandLine(family, perform).parseAsync();
}
