import { inspect } from "node:util";
import * as z from "zod/mini";
import { ConfigError, readConfig } from "../config.ts";
import { connect, DatabaseInUseError } from "../infra/database/connect.ts";
import type { Portal } from "../portal.ts";
import { sendCommand } from "./command-channel.ts";
import { CommandError } from "./command-error.ts";

/** What a command works with; the API hands its portal, a command of its own opens the database. */
export type CommandGround = Pick<Portal, "config" | "database" | "now">;

/** Something was typed that is no command; the message is a sentence that says so. */
export class UsageError extends Error {}

/** A family of commands, such as `npm run users`. */
type Program<Command> = {
  /** Its name, both of the script and at the running API. */
  family: string;
  usage: string;
  /** The command that was typed, null when help was asked for. Throws a UsageError. */
  read: (args: string[]) => Promise<Command | null> | Command | null;
  /** Does it and gives the lines to print. Throws a CommandError. */
  run: (ground: CommandGround, command: Command) => Promise<string[]>;
};

/** Has the running API do it, or does it here when none runs and the database is free. */
async function perform<Command>(program: Program<Command>, command: Command): Promise<string[]> {
  const config = readConfig(process.env);
  const lines = await sendCommand(config.dataDir, program.family, command);
  if (lines) return lines;
  const { database, close } = await connect(config);
  try {
    return await program.run({ config, database, now: () => new Date() }, command);
  } finally {
    await close();
  }
}

function explain(error: unknown, family: string): string {
  if (error instanceof UsageError) return `${error.message}\nSee: npm run ${family} -- --help`;
  const expected = [CommandError, ConfigError, DatabaseInUseError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && expected) return error.message;
  return `That failed: ${inspect(error)}`;
}

/** Does what was typed and prints what came of it; exit code 1 when that is not what was asked for. */
export async function runProgram<Command>(program: Program<Command>): Promise<void> {
  z.config({ jitless: true });
  try {
    const command = await program.read(process.argv.slice(2));
    const lines = command === null ? [program.usage] : await perform(program, command);
    process.stdout.write(`${lines.join("\n")}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error, program.family)}\n`);
    process.exitCode = 1;
  }
}
