import { readConfig, type Config } from "../../config.ts";
import { CommandError } from "../channel/command-channel.ts";
import { explainFailure } from "../explain-failure.ts";

/** Runs a command and prints its lines. If it fails, prints the reason and sets exit code 1. */
export async function runBackupCommand(
  command: (config: Config) => Promise<string[]>,
): Promise<void> {
  let config: Config | null = null;
  try {
    config = readConfig(process.env);
    process.stdout.write(`${(await command(config)).join("\n")}\n`);
  } catch (error) {
    const expected = error instanceof CommandError ? error.message : explainFailure(error, config);
    if (expected === null) throw error;
    process.stderr.write(`${expected}\n`);
    process.exitCode = 1;
  }
}
