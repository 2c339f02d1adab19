import { minuteMs } from "#shared/durations.ts";
import type { Progress } from "#api/infra/content-folder/sync-content.ts";
import type { Config } from "#api/config.ts";
import { CommandError, sendCommand } from "#api/cli/channel/command-channel.ts";
import { withOwnDatabase } from "#api/cli/channel/own-database.ts";
import { locationOf } from "#api/cli/channel/portal-location.ts";
import type { ContentCommand } from "./content-command.ts";
import { runContentCommand } from "./run-content-command.ts";
import { syncFolder, type SyncCommand } from "./sync-folder.ts";
import { followSync, type SyncRunCommand } from "./sync-runs.ts";

/** The portal's database, through the running API or opened by this process. */
export type PortalAccess = {
  config: Config;
  /** Runs a command and returns its lines. Rejects with a CommandError. */
  send: (command: ContentCommand) => Promise<string[]>;
  /** Synchronises a folder and returns the lines to print. Rejects with a CommandError. */
  sync: (command: SyncCommand, onProgress: Progress) => Promise<string[]>;
};

/** How long the API may take for one command: a batch of an import. */
const timeoutMs = 5 * minuteMs;

/** Runs something with the portal's database: through the running API, or in this process, which locks it meanwhile. */
export async function withAccess<Result>(
  config: Config,
  use: (access: PortalAccess) => Promise<Result>,
): Promise<Result> {
  const request = (command: ContentCommand | SyncRunCommand) =>
    sendCommand(config.dataDir, "content", command, { timeoutMs, location: locationOf(config) });
  if (await request({ command: "tags" })) {
    const send = async (command: ContentCommand | SyncRunCommand) => {
      const lines = await request(command);
      if (lines) return lines;
      throw new CommandError(
        command.command === "sync-progress"
          ? "The portal was stopped meanwhile. The synchronisation goes on when it is started again."
          : "The portal was stopped meanwhile. Run the command again.",
      );
    };
    return use({ config, send, sync: (...args) => followSync(send, ...args) });
  }
  return withOwnDatabase(config, (context) =>
    use({
      config,
      send: (command) => runContentCommand(context, command),
      sync: (...args) => syncFolder(context, ...args),
    }),
  );
}
