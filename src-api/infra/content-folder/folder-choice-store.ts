import type { Database } from "#api/infra/database/connect.ts";
import { contentFolderChoice } from "./schema.ts";

/** Remembers the folder that a command synchronised, so that the next start does not undo that. */
export async function rememberFolder(
  database: Database,
  { configured, chosen }: { configured: string | null; chosen: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.delete(contentFolderChoice);
    if (configured === null || configured === chosen) return;
    await transaction.insert(contentFolderChoice).values({ configured, chosen });
  });
}

/** Returns the folder that a command synchronised; null if another one has been configured since. */
export async function findChosenFolder(
  database: Database,
  configured: string,
): Promise<string | null> {
  const rows = await database.select().from(contentFolderChoice);
  return rows.find((row) => row.configured === configured)?.chosen ?? null;
}
