import type { Config } from "../../config.ts";
import { connect } from "../../infra/database/connect.ts";
import { CommandError, sendCommand } from "../channel/command-channel.ts";
import { withGround } from "../channel/command-program.ts";
import type { ContentCommand } from "./content-command.ts";
import { runContentCommand } from "./run-content-command.ts";

/** The portal's database, through the running API or opened by this process. */
export type PortalAccess = {
  config: Config;
  /** Runs a command and returns its lines. Rejects with a CommandError. */
  send: (command: ContentCommand) => Promise<string[]>;
};

/** How long the API may take for one command, in ms: a sync of a large folder. */
const timeout = 5 * 60_000;

/**
 * Runs something with the database of the portal: through the running API if there is one, else in this process,
 * which gets the lock of the embedded database for that long.
 */
export async function withAccess<Result>(
  config: Config,
  use: (access: PortalAccess) => Promise<Result>,
): Promise<Result> {
  const ask = (command: ContentCommand) => sendCommand(config.dataDir, "content", command, timeout);
  if (await ask({ command: "tags" })) {
    const send = async (command: ContentCommand) => {
      const lines = await ask(command);
      if (lines) return lines;
      throw new CommandError("The portal was stopped meanwhile. Run the command again.");
    };
    return use({ config, send });
  }
  const connection = await connect(config);
  try {
    return await withGround(config, connection, (ground) =>
      use({ config, send: (command) => runContentCommand(ground, command) }),
    );
  } finally {
    await connection.close();
  }
}
