import { eq } from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { PortalModule } from "../../portal.ts";

/** Ends secret addresses of a user, all or those that admins make: a thief who was in the account may know them. */
export async function endSecretAddresses(
  database: Database,
  modules: readonly PortalModule[],
  userId: string,
  which: "all" | "of-admin" = "all",
): Promise<void> {
  for (const { column, isSecretAddress } of modules.flatMap(
    ({ ownedData }) => ownedData?.columns ?? [],
  )) {
    if (isSecretAddress && (which === "all" || isSecretAddress === which))
      await database.delete(column.table).where(eq(column, userId));
  }
}
