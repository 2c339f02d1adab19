import { lte, or } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { oneTimeTokens, rateLimits, sessions } from "../../database/schema.ts";
import { sessionIdleLife } from "../../plugins/session.ts";
import type { Accounts } from "./users.ts";

const interval = 60 * 60_000;

/** Deletes what no longer counts: dead sessions, links and counters whose time is over. */
export async function purgeExpired({ database, now }: Accounts): Promise<void> {
  const at = now();
  const idleSince = new Date(at.getTime() - sessionIdleLife);
  await database
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, at), lte(sessions.lastSeenAt, idleSince)));
  await database.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, at));
  await database.delete(rateLimits).where(lte(rateLimits.expiresAt, at));
}

/** Purges every hour while the server runs. */
export async function purgeHourly(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.afterwards(() => purgeExpired(app.portal)), interval).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
