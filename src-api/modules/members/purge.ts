import * as z from "zod/mini";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal } from "#api/portal.ts";
import { deleteActs } from "./act-store.ts";
import { deleteHiddenNotes } from "./note-store.ts";
import { undoableForMs } from "./undo.ts";

/** Deletes what can no longer be undone, every hour. */
export const purgeJob = defineJob({
  name: "members.sweep",
  payload: z.object({}),
  singleton: true,
  schedule: "50 * * * *",
});

/** Deletes acts that can no longer be undone, and deleted notes that can no longer be restored. */
export async function purgeMembers({
  database,
  now,
}: Pick<Portal, "database" | "now">): Promise<void> {
  const until = new Date(now().getTime() - undoableForMs);
  await deleteActs(database, until);
  await deleteHiddenNotes(database, until);
}
