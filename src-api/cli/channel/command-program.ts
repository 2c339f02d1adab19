import { inspect } from "node:util";
import { Command } from "commander";
import * as z from "zod/mini";
import { ConfigError, readConfig, type Config } from "../../config.ts";
import { openClock } from "../../infra/clock/clock.ts";
import {
  connect,
  DatabaseInUseError,
  MissingExtensionError,
  type Connection,
} from "../../infra/database/connect.ts";
import { MediaStorageError } from "../../infra/media-storage/media-storage-error.ts";
import type { Portal } from "../../portal.ts";
import { CommandError, sendCommand } from "./command-channel.ts";

/** What a command works with: the running API's portal, or a database that the command opened itself. */
export type CommandGround = Pick<Portal, "config" | "database" | "now">;

/** A family of commands, such as `npm run users`. */
type Family<Input> = {
  /** Name of the script and of the family's endpoint. */
  name: string;
  /** Declares the commands; their actions call `perform` with the parsed input. */
  define: (program: Command, perform: (command: Input) => Promise<void>) => void;
  /**
   * Runs a command where no API runs, and returns the lines to print. Throws a CommandError. Null: only the
   * running API can.
   */
  run: ((ground: CommandGround, command: Input) => Promise<string[]>) | null;
  /** How long the running API may take, in ms, where that is longer than usual. */
  timeout?: number;
};

/** Runs a command on a database at the database's own time, which a tester may have moved forward. */
export async function withGround<Result>(
  config: Config,
  connection: Connection,
  run: (ground: CommandGround) => Promise<Result>,
): Promise<Result> {
  const { now, close } = await openClock({ testClock: true }, connection);
  try {
    return await run({ config, database: connection.database, now });
  } finally {
    await close();
  }
}

/** Runs the command in the running API, or in this process if none runs. */
async function runSomewhere<Input>(
  { name, run, timeout }: Family<Input>,
  command: Input,
): Promise<string[]> {
  const config = readConfig(process.env);
  const lines = await sendCommand(config.dataDir, name, command, timeout);
  if (lines) return lines;
  if (!run) throw new CommandError("No portal runs with this DATA_DIR. Start it first.");
  const connection = await connect(config);
  try {
    return await withGround(config, connection, (ground) => run(ground, command));
  } finally {
    await connection.close();
  }
}

const expectedErrors = [
  CommandError,
  ConfigError,
  DatabaseInUseError,
  MediaStorageError,
  MissingExtensionError,
];

/** Returns the message of an expected error, and everything about any other. */
export function explain(error: unknown): string {
  const expected = expectedErrors.some((kind) => error instanceof kind);
  return error instanceof Error && expected ? error.message : `That failed: ${inspect(error)}`;
}

/** Returns the command line of a family; `npm run` needs `--` before the arguments of the script. */
export function commandLine<Input>(
  { name, define }: Pick<Family<Input>, "name" | "define">,
  perform: (command: Input) => Promise<void>,
): Command {
  const program = new Command(`npm run ${name} --`).showHelpAfterError(
    `See: npm run ${name} -- --help`,
  );
  define(program, perform);
  return program;
}

/** Runs the typed command and prints the result; the exit code is 1 if it failed. */
export async function runProgram<Input>(family: Family<Input>): Promise<void> {
  z.config({ jitless: true });
  const perform = async (command: Input) => {
    try {
      process.stdout.write(`${(await runSomewhere(family, command)).join("\n")}\n`);
    } catch (error) {
      process.stderr.write(`${explain(error)}\n`);
      process.exitCode = 1;
    }
  };
  await commandLine(family, perform).parseAsync();
}
