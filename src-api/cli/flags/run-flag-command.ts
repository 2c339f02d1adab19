import { readFlags, setFlag, type FeatureFlag } from "../../modules/flags/flag-store.ts";
import { alignColumns } from "../channel/align-columns.ts";
import type { CommandGround } from "../channel/command-program.ts";
import type { FlagCommand } from "./flag-command.ts";

const heading = ["FLAG", "STATE", "VERSION", "CHANGED"];
const state = (on: boolean) => (on ? "on" : "off");

const row = ({ key, on, version, updatedAt }: FeatureFlag) => [
  key,
  state(on),
  String(version),
  updatedAt?.toISOString() ?? "never",
];

/** With LaunchDarkly configured its flags are what pages show; these are still what the API obeys. */
const elsewhere = ({ config }: CommandGround) =>
  config.launchDarklyClientId === null
    ? []
    : [
        "",
        "LAUNCHDARKLY_CLIENT_ID is set: pages follow LaunchDarkly, the API follows these flags.",
      ];

async function does(ground: CommandGround, command: FlagCommand): Promise<string[]> {
  if (command.command === "list") {
    return alignColumns([heading, ...(await readFlags(ground.database)).map(row)]);
  }
  const { key, on } = await setFlag(ground, command.key, command.on);
  return [`${key} is ${state(on)}.`];
}

/** Does what a command asks for and gives the lines to print. */
export const runFlagCommand = async (
  ground: CommandGround,
  command: FlagCommand,
): Promise<string[]> => [...(await does(ground, command)), ...elsewhere(ground)];
