import { eq } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { contentSyncRuns } from "./schema.ts";

/** A synchronisation that a command asked the API for. */
export type SyncRunRow = typeof contentSyncRuns.$inferSelect;

/** Stores a run that is to begin, and returns its id. */
export async function insertRun(
  database: Database,
  run: Pick<SyncRunRow, "createdAt" | "folder" | "isDryRun" | "mayRemoveMost">,
): Promise<string> {
  const [row] = await database
    .insert(contentSyncRuns)
    .values(run)
    .returning({ id: contentSyncRuns.id });
  if (!row) throw new Error("An insert returned no row.");
  return row.id;
}

export async function findRun(database: Database, id: string): Promise<SyncRunRow | undefined> {
  const [row] = await database.select().from(contentSyncRuns).where(eq(contentSyncRuns.id, id));
  return row;
}

/** Stores how far a run is, or what came of it. */
export async function updateRun(
  database: Database,
  id: string,
  changes: Partial<Pick<SyncRunRow, "done" | "total" | "lines" | "failure">>,
): Promise<void> {
  await database.update(contentSyncRuns).set(changes).where(eq(contentSyncRuns.id, id));
}
