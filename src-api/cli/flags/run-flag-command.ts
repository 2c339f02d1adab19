import * as z from "zod/mini";
import { flagKeySchema } from "../../../src-shared/api/feature-flags.ts";
import { readFlags, setFlag, type FeatureFlag } from "../../modules/flags/flag-store.ts";
import { alignColumns } from "../channel/align-columns.ts";
import type { CommandGround } from "../channel/command-program.ts";

/** Parsed input of `npm run flags`, whether the running API or the command executes it. */
export const flagCommandSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("set"), key: flagKeySchema, on: z.boolean() }),
]);

export type FlagCommand = z.infer<typeof flagCommandSchema>;

const heading = ["FLAG", "STATE", "VERSION", "CHANGED"];
const state = (on: boolean) => (on ? "on" : "off");

const row = ({ key, on, version, updatedAt }: FeatureFlag) => [
  key,
  state(on),
  String(version),
  updatedAt?.toISOString() ?? "never",
];

/** Notes that pages use LaunchDarkly's flags if configured, while the API still enforces its own. */
const launchDarklyNote = ({ config }: CommandGround) =>
  config.launchDarklyClientId === null
    ? []
    : [
        "",
        "LAUNCHDARKLY_CLIENT_ID is set: pages follow LaunchDarkly, the API follows these flags.",
      ];

async function perform(ground: CommandGround, command: FlagCommand): Promise<string[]> {
  if (command.command === "list") {
    return alignColumns([heading, ...(await readFlags(ground.database)).map(row)]);
  }
  const { key, on } = await setFlag(ground, command.key, command.on);
  return [`${key} is ${state(on)}.`];
}

/** Runs a command and returns the lines to print. */
export const runFlagCommand = async (
  ground: CommandGround,
  command: FlagCommand,
): Promise<string[]> => [...(await perform(ground, command)), ...launchDarklyNote(ground)];
