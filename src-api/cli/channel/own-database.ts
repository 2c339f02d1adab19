import { readInstalledBrand } from "#api/modules/settings/module.ts";
import type { Config } from "#api/config.ts";
import { openClock } from "#api/infra/clock/clock.ts";
import {
  connect,
  connectClient,
  type Connection,
  type Database,
} from "#api/infra/database/connect.ts";
import { compareDataKey } from "#api/infra/secrets/data-key.ts";
import type { Portal } from "#api/portal.ts";
import { hasEmbeddedDatabase } from "#api/cli/backup/data-folder.ts";
import { CommandError } from "./command-channel.ts";
import { locationOf, settingsAdvice } from "./portal-location.ts";

/** What a command works with: the running API's portal, or a database that the command opened itself. */
export type CommandContext = Pick<Portal, "config" | "brand" | "database" | "now">;

/** Runs a command on a database at the database's own time, which a tester may have moved forward. */
export async function withContext<Result>(
  config: Config,
  connection: Connection,
  run: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const brand = await readInstalledBrand(config, connection.database);
  const { now, close } = await openClock({ testClock: true }, connection);
  try {
    return await run({ config, brand, database: connection.database, now });
  } finally {
    await close();
  }
}

/** Returns whether a portal has been started with this database. Opens and changes nothing. */
async function isPortal({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (!databaseUrl) return hasEmbeddedDatabase(dataDir);
  const client = await connectClient(databaseUrl);
  try {
    const { rows } = await client.query("select to_regclass('secrets') is not null as found");
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}

function noPortal(config: Config): CommandError {
  const { database } = locationOf(config);
  const where = database ? `the database ${database}` : `${config.dataDir} (DATA_DIR)`;
  return new CommandError(
    `There is no portal in ${where}. ${settingsAdvice} A new portal has to be started once before commands work.`,
  );
}

/** Throws a CommandError unless DATA_DIR belongs to the portal's database. */
async function requireOwnFolder(database: Database, config: Config): Promise<void> {
  const found = await compareDataKey(database, config.dataDir);
  if (found === "unknown") throw noPortal(config);
  if (found === "same") return;
  const named = locationOf(config).database ?? "in it";
  throw new CommandError(
    `${config.dataDir} (DATA_DIR) does not belong to the database ${named}: it lacks the data-key of that portal. ${settingsAdvice}`,
  );
}

/** Opens the portal's database in this process. Throws a CommandError unless a portal ran with these settings. */
export async function withOwnDatabase<Result>(
  config: Config,
  run: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  if (!(await isPortal(config))) throw noPortal(config);
  const connection = await connect(config);
  try {
    await requireOwnFolder(connection.database, config);
    return await withContext(config, connection, run);
  } finally {
    await connection.close();
  }
}
