import { join } from "node:path";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { brandSchema, type Brand } from "#shared/brand.ts";
import { isInFolder, readBrand } from "#api/brand.ts";
import type { Config } from "#api/config.ts";
import { lockDataDir } from "#api/infra/data-dir-lock.ts";
import { connectClient, sqlState, type Database } from "#api/infra/database/connect.ts";
import { openPglite } from "#api/infra/database/open-pglite.ts";
import { readInstalledBrand } from "#api/modules/settings/module.ts";
import { hasEmbeddedDatabase } from "#api/cli/backup/data-folder.ts";
import { sendCommand } from "./command-channel.ts";
import { locationOf } from "./portal-location.ts";

type Source = Pick<
  Config,
  "brandDir" | "dataDir" | "databaseUrl" | "mediaDir" | "mediaS3" | "publicUrl"
>;

/** Opens the database as it is: a backup before an upgrade is of one that is not migrated yet. */
async function openAsItIs(
  { dataDir, databaseUrl }: Source,
  opened: AsyncDisposableStack,
): Promise<Database | null> {
  if (databaseUrl) {
    const client = await connectClient(databaseUrl);
    opened.defer(() => client.end());
    return drizzlePg(client);
  }
  if (!(await hasEmbeddedDatabase(dataDir))) return null;
  opened.defer(await lockDataDir(dataDir));
  const client = await openPglite({ dataDir: join(dataDir, "database") });
  opened.defer(() => client.close());
  return drizzlePglite(client);
}

/** SQLSTATE of a query of a table that does not exist. */
const undefinedTable = "42P01";

/**
 * Returns the brand that the portal has: what the running API says, else that of BRAND_DIR or of the database, which stays as it is. Before
 * the first start it is the one that the first start would have. Rejects with the error of what cannot be read.
 */
export async function readBrandInForce(config: Source): Promise<Brand> {
  const location = locationOf(config);
  const answer = await sendCommand(config.dataDir, "portal", { command: "brand" }, { location });
  if (answer) return brandSchema.parse(JSON.parse(answer[0] ?? ""));
  const ofFiles = () => readBrand(config.brandDir);
  if (isInFolder(config)) return ofFiles();
  const opened = new AsyncDisposableStack();
  try {
    const database = await openAsItIs(config, opened);
    return database ? await readInstalledBrand(config, database) : await ofFiles();
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error;
    return await ofFiles();
  } finally {
    await opened.disposeAsync();
  }
}
