import { lte, or } from "drizzle-orm";
import * as z from "zod/mini";
import { defineJob } from "../../infra/jobs/job.ts";
import { emailChanges, oneTimeTokens, sessions, signUps } from "./schema.ts";
import { rateLimits } from "../../infra/throttle/schema.ts";
import { sessionIdleLife } from "./sessions/live-session.ts";
import type { Accounts } from "./users.ts";

/**
 * Deletes what no longer counts: dead sessions, and sign-ups, changes of address, links and counters
 * whose time is over.
 */
export async function purgeExpired({ database, now }: Accounts): Promise<void> {
  const at = now();
  const idleSince = new Date(at.getTime() - sessionIdleLife);
  await database
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, at), lte(sessions.lastSeenAt, idleSince)));
  for (const table of [signUps, emailChanges, oneTimeTokens, rateLimits]) {
    await database.delete(table).where(lte(table.expiresAt, at));
  }
}

/** Purges every hour. */
export const purgeJob = defineJob({
  name: "accounts.purge",
  payload: z.object({}),
  singleton: true,
  schedule: "10 * * * *",
});
