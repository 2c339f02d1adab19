import * as z from "zod/mini";
import { flagKeySchema } from "#shared/api/feature-flags.ts";
import {
  readFlags,
  setFlag,
  type FeatureFlag,
  flagDecider,
} from "#api/modules/flags/flag-store.ts";
import { alignColumns } from "#api/cli/channel/align-columns.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { minuteIn } from "#api/cli/channel/days.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";

/** Parsed input of `npm run flags`, whether the running API or the command executes it. */
export const flagCommandSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("set"), key: flagKeySchema, on: z.boolean() }),
]);

export type FlagCommand = z.infer<typeof flagCommandSchema>;

const heading = ["FLAG", "STATE", "VERSION", "CHANGED"];
const state = (on: boolean) => (on ? "on" : "off");

const row = ({ key, on, version, updatedAt }: FeatureFlag, timeZone: string) => [
  key,
  state(on),
  String(version),
  updatedAt ? minuteIn(updatedAt, timeZone) : "never",
];

/** Says where the flags come from, or where they apply, if LaunchDarkly is configured. */
function launchDarklyNote({ config }: CommandContext): string[] {
  if (flagDecider(config) === "launchdarkly") {
    return ["", "LAUNCHDARKLY_SDK_KEY is set: these are the values that LaunchDarkly sent last."];
  }
  if (config.launchDarklyClientId === null) return [];
  return [
    "",
    "LAUNCHDARKLY_CLIENT_ID is set: pages follow LaunchDarkly, the API follows these flags. With LAUNCHDARKLY_SDK_KEY the API follows LaunchDarkly, too.",
  ];
}

async function perform(context: CommandContext, command: FlagCommand): Promise<string[]> {
  if (command.command === "list") {
    const flags = await readFlags(context.database);
    return alignColumns([heading, ...flags.map((flag) => row(flag, context.brand.timeZone))]);
  }
  if (flagDecider(context.config) === "launchdarkly") {
    throw new CommandError(
      "LAUNCHDARKLY_SDK_KEY is set: flags are set in LaunchDarkly. Change the flag there.",
    );
  }
  const { key, on } = await setFlag(context, command.key, command.on);
  return [`${key} is ${state(on)}.`];
}

export const runFlagCommand = async (
  context: CommandContext,
  command: FlagCommand,
): Promise<string[]> => [...(await perform(context, command)), ...launchDarklyNote(context)];
