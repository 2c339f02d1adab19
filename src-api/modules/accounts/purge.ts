import * as z from "zod/mini";
import { defineJob } from "../../infra/jobs/job.ts";
import { deleteExpired } from "./purge-store.ts";
import { sessionIdleLife } from "./sessions/sessions.ts";
import type { Accounts } from "./users.ts";

/** Deletes ended sessions and expired sign-ups, changes of address, links, challenges and rate limits. */
export async function purgeExpired({ database, now }: Accounts): Promise<void> {
  const at = now();
  await deleteExpired(database, at, new Date(at.getTime() - sessionIdleLife));
}

/** Runs the purge every hour. */
export const purgeJob = defineJob({
  name: "accounts.purge",
  payload: z.object({}),
  singleton: true,
  schedule: "10 * * * *",
});
