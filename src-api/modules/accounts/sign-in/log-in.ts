import type * as z from "zod/mini";
import type { LoginChallenge, loginSchema } from "#shared/api/sign-in.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import { dummyHash, verifyPassword } from "#api/infra/passwords/passwords.ts";
import {
  forgiveTry,
  throttle,
  throttleRecipient,
  verifyTry,
} from "#api/infra/throttle/throttle.ts";
import type { Portal } from "#api/portal.ts";
import { enqueueResetLink } from "../mails/mail-jobs.ts";
import { beginChallenge } from "../second-factor/login-challenges.ts";
import { isFactorOn } from "../second-factor/second-factor-store.ts";
import { beginSession } from "../sessions/sessions.ts";
import { findByAddress } from "../user-store.ts";
import { isProven } from "../users.ts";

/**
 * Verifies a password and returns the token of a new session, or a challenge where the account has a second
 * factor. Throws `wrong-credentials`, and
 * `address-unproven` after mailing a link that proves the address. An unknown address costs as much time
 * as a known one: the password is verified against a dummy hash.
 */
export async function logIn(
  portal: Portal,
  { email, password }: z.infer<typeof loginSchema>,
  { ip, userAgent, actor }: { ip: string; userAgent: string; actor: Actor },
): Promise<string | LoginChallenge> {
  await throttle(portal, "login", ip, email);
  const user = await findByAddress(portal.database, email);
  const matches = await verifyTry(portal, { ip, subject: email }, () =>
    verifyPassword(user?.passwordHash ?? dummyHash, password),
  );
  const at = portal.now();
  if (!user || !matches) {
    const subjectId = user?.id ?? null;
    await recordAct(portal.database, { act: "sign-in-failed", at, actor, subjectId });
    throw new ApiError("wrong-credentials");
  }
  if (!isProven(user)) {
    await throttleRecipient(portal, email, ip);
    await enqueueResetLink(portal, email);
    throw new ApiError("address-unproven");
  }
  if (await isFactorOn(portal.database, user.id)) {
    await forgiveTry(portal, "login", ip, email);
    return beginChallenge(portal, user);
  }
  const token = await portal.database.transaction(async (database) => {
    const begun = await beginSession({ ...portal, database }, user, {
      userAgent,
      ip,
      factors: "password",
    });
    const by = { ...actor, userId: user.id };
    if (begun) await recordAct(database, { act: "signed-in", at, actor: by, subjectId: user.id });
    return begun;
  });
  if (!token) throw new ApiError("wrong-credentials");
  await forgiveTry(portal, "login", ip, email);
  return token;
}
