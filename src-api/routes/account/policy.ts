import type { FastifyRequest } from "fastify";
import { ApiError } from "../../api-error.ts";
import type { MessageKey } from "../../i18n/messages.ts";
import { verifyPassword } from "../../passwords.ts";
import { requireUser } from "../../plugins/session.ts";
import { forgiveTry, throttle } from "../../throttle.ts";
import { findUser, type User } from "./users.ts";

/**
 * The user of the session, who also knows the password: what changes to the account ask for. Throws
 * `wrong-password` at that form field, which ends no session (ruling 4), `too-many-requests` after
 * repeated failures, 401 without a session.
 */
export async function requirePassword(
  request: FastifyRequest,
  password: string,
  field: string,
): Promise<User> {
  const { portal } = request.server;
  const { userId } = requireUser(request);
  await throttle(portal, "password", request.ip, userId);
  const user = await findUser(portal.database, userId);
  if (!user) throw new ApiError("unauthorized");
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new ApiError("wrong-password", {
      fields: { [field]: "wrong-password" satisfies MessageKey },
    });
  }
  await forgiveTry(portal, "password", request.ip, userId);
  return user;
}
