import { eq } from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { PortalModule } from "../../portal.ts";

/** Ends every secret address of a user: a thief who was in the account may know them. */
export async function endSecretAddresses(
  database: Database,
  modules: readonly PortalModule[],
  userId: string,
): Promise<void> {
  for (const { column, isSecretAddress } of modules.flatMap(
    ({ ownedData }) => ownedData?.columns ?? [],
  )) {
    if (isSecretAddress) await database.delete(column.table).where(eq(column, userId));
  }
}
