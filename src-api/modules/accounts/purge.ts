import { lte, or } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { emailChanges, oneTimeTokens, sessions, signUps } from "./schema.ts";
import { rateLimits } from "../../infra/throttle/schema.ts";
import { sessionIdleLife } from "./sessions/live-session.ts";
import type { Accounts } from "./users.ts";

const interval = 60 * 60_000;

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

/** Purges every hour while the server runs. */
export async function purgeHourly(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.afterwards(() => purgeExpired(app.portal)), interval).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
