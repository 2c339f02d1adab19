import type { FastifyRequest } from "fastify";
import { eq } from "drizzle-orm";
import { actorOf } from "../../http/actor.ts";
import { requireUser } from "../../http/session.ts";
import { ApiError } from "../../infra/api-error.ts";
import { recordAct } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { PortalModule } from "../../portal.ts";
import { enqueueSecurityMail } from "./mails/security-mails.ts";
import { keepSession } from "./sessions/session-store.ts";
import { lockUser } from "./user-store.ts";
import { isProven } from "./users.ts";

/** What can be read at a secret address, by whoever knows it. */
type SecretAddress = "feed" | "calendar";

/**
 * Stores a secret address that the session of a request makes, and in the same transaction records it and mails
 * its owner. Throws 401 when the session has ended meanwhile.
 */
export const makeSecretAddress = (
  request: FastifyRequest,
  kind: SecretAddress,
  store: (database: Database) => Promise<void>,
): Promise<void> => {
  const { portal } = request.server;
  const { id: sessionId, userId } = requireUser(request);
  return portal.database.transaction(async (database) => {
    const user = await lockUser(database, userId);
    const isIn = await keepSession(database, sessionId);
    if (!user || !isProven(user) || !isIn) throw new ApiError("unauthorized");
    await store(database);
    const actor = actorOf(request);
    const at = portal.now();
    const act = { act: "secret-address-made", at, actor, subjectId: userId } as const;
    await recordAct(database, { ...act, details: { kind } });
    await enqueueSecurityMail(portal, database, `${kind}-address-made`, { user, actor, sessionId });
  });
};

/** Ends a secret address and records it. `remove` returns whether there was one. */
export const endSecretAddress = (
  request: FastifyRequest,
  kind: SecretAddress,
  remove: (database: Database) => Promise<boolean>,
): Promise<void> => {
  const { portal } = request.server;
  const { userId: subjectId } = requireUser(request);
  return portal.database.transaction(async (database) => {
    if (!(await remove(database))) return;
    const act = { act: "secret-address-ended", at: portal.now(), subjectId } as const;
    await recordAct(database, { ...act, actor: actorOf(request), details: { kind } });
  });
};

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
