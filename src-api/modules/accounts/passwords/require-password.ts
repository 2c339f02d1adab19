import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../../../infra/api-error.ts";
import { sessions } from "../schema.ts";
import type { Database } from "../../../infra/database/connect.ts";
import type { MessageKey } from "../../../infra/i18n/messages.ts";
import { verifyPassword } from "../../../infra/passwords/passwords.ts";
import { requireUser } from "../../../http/session.ts";
import { forgiveTry, throttle, verifyTry } from "../../../infra/throttle/throttle.ts";
import { findUser, isProven, lockUser, type ProvenUser } from "../users.ts";

type Confirmed = {
  user: ProvenUser;
  /**
   * Runs what the password was asked for, in a transaction with the user locked. Throws
   * `wrong-password` when the password has been changed since it was verified, 401 when the session
   * has ended since.
   */
  act: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
};

const wrongPassword = (field: string) =>
  new ApiError("wrong-password", { fields: { [field]: "wrong-password" satisfies MessageKey } });

/**
 * The user of the session, who also knows the password: what changes to the account ask for. Throws
 * `wrong-password` at that form field, which ends no session, `too-many-requests` after repeated
 * failures, 401 without a session.
 */
export async function requirePassword(
  request: FastifyRequest,
  password: string,
  field: string,
): Promise<Confirmed> {
  const { portal } = request.server;
  const { userId, id: sessionId } = requireUser(request);
  await throttle(portal, "password", request.ip, userId);
  const user = await findUser(portal.database, userId);
  if (!user || !isProven(user)) throw new ApiError("unauthorized");
  const matches = await verifyTry(portal, { ip: request.ip, subject: userId }, () =>
    verifyPassword(user.passwordHash, password),
  );
  if (!matches) throw wrongPassword(field);
  await forgiveTry(portal, "password", request.ip, userId);
  return {
    user,
    act: (work) =>
      portal.database.transaction(async (database) => {
        const locked = await lockUser(database, userId);
        if (locked?.passwordHash !== user.passwordHash) throw wrongPassword(field);
        const [live] = await database
          .select({ id: sessions.id })
          .from(sessions)
          .where(eq(sessions.id, sessionId))
          .for("key share");
        if (!live) throw new ApiError("unauthorized");
        return work(database);
      }),
  };
}
