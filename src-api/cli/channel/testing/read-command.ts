import type { Command } from "commander";
import { commandLine } from "#api/cli/channel/command-program.ts";

/** Makes a command line and its subcommands throw instead of printing and ending the process. */
function throwErrors(program: Command): void {
  program.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  for (const command of program.commands) throwErrors(command);
}

/**
 * Returns the command that the arguments are parsed to. Throws a CommanderError when they are
 * refused.
 */
export async function readCommand<Input>(
  family: Parameters<typeof commandLine<Input>>[0],
  args: string[],
): Promise<Input | undefined> {
  let read: Input | undefined;
  const program = commandLine<Input>(family, async (command) => void (read = command));
  throwErrors(program);
  await program.parseAsync(args, { from: "user" });
  return read;
}
