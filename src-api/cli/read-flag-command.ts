import { parseArgs } from "node:util";
import { flagKeySchema } from "../../src-shared/api/feature-flags.ts";
import { flagKeys } from "../../src-shared/flags.ts";
import { UsageError } from "./command-program.ts";
import type { FlagCommand } from "./flag-command.ts";

const keys = Object.values(flagKeys);

/** What `npm run flags -- --help` prints. */
export const flagsUsage = `Usage: npm run flags -- <command>

  list               Lists the feature flags.
  set <flag> on|off  Turns a flag on or off; every open page follows within a second.

Flags: ${keys.join(", ")}`;

function parse(args: string[]) {
  try {
    const options = { help: { type: "boolean", short: "h", default: false } } as const;
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const states: Record<string, boolean> = { on: true, off: false };

function readSet(key: string | undefined, state: string | undefined): FlagCommand {
  const flag = flagKeySchema.safeParse(key);
  if (!flag.success) {
    const said = key === undefined ? "Name a flag." : `There is no flag ${key}.`;
    throw new UsageError(`${said} The flags are ${keys.join(", ")}.`);
  }
  const on = Object.hasOwn(states, state ?? "") ? states[state ?? ""] : undefined;
  if (on === undefined) throw new UsageError(`Say on or off after ${flag.data}.`);
  return { command: "set", key: flag.data, on };
}

/** What was typed as a command, null when help was asked for. Throws a UsageError. */
export function readFlagCommand(args: string[]): FlagCommand | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [command, key, state, ...rest] = positionals;
  const extra = command === "list" ? positionals.slice(1) : rest;
  if (extra.length > 0) throw new UsageError(`There is no use for ${extra.join(" ")}.`);
  if (command === "list") return { command };
  if (command === "set") return readSet(key, state);
  throw new UsageError(
    command === undefined
      ? "Name a command: list or set."
      : `There is no command ${command}; there are list and set.`,
  );
}
