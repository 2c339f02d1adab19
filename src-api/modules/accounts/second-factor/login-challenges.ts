import type { LoginChallenge as Challenge } from "#shared/api/sign-in.ts";
import { minuteMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Portal } from "#api/portal.ts";
import type { User } from "../schema.ts";
import { beginSessionOfLocked } from "../sessions/sessions.ts";
import { isProven } from "../users.ts";
import { countChallengeTry, deleteChallenge, insertChallenge } from "./login-challenge-store.ts";
import { requireFactor } from "./require-factor.ts";

/** How long a login waits for its code. */
const challengeLifeMs = 10 * minuteMs;
/** After this many codes, all but the last one wrong, the login has to begin again. */
const maxTries = 5;

/** Returns the challenge of a login with a right password. A change of the password ends it. */
export async function beginChallenge(
  { database, now }: Pick<Portal, "database" | "now">,
  { id: userId, passwordHash }: User,
): Promise<Challenge> {
  const challenge = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + challengeLifeMs);
  await insertChallenge(database, {
    idHash: hashToken(challenge),
    userId,
    verifiedHash: hashToken(passwordHash),
    tries: 0,
    createdAt,
    expiresAt,
  });
  return { challenge, expiresAt: expiresAt.toISOString() };
}

/** Begins the session of a login and returns its token. Throws `factor-wrong`, `login-over`, `too-many-requests`. */
export async function completeChallenge(
  portal: Portal,
  { challenge, code }: { challenge: string; code: string },
  actor: Actor,
): Promise<string> {
  const idHash = hashToken(challenge);
  const found = await countChallengeTry(portal.database, idHash, { at: portal.now(), maxTries });
  if (!found) throw new ApiError("login-over");
  const { userId, verifiedHash } = found;
  return requireFactor(portal, { userId, actor, code }, async (database, { user, factors }) => {
    const isCurrent = isProven(user) && hashToken(user.passwordHash) === verifiedHash;
    if (!isCurrent || !(await deleteChallenge(database, idHash))) throw new ApiError("login-over");
    const at = portal.now();
    const device = { userAgent: actor.userAgent ?? "", ip: actor.ip ?? "" };
    const start = { ...device, factors, factorProvenAt: at };
    const signedIn = {
      act: "signed-in",
      at,
      actor: { ...actor, userId },
      subjectId: userId,
    } as const;
    await recordAct(database, { ...signedIn, details: { factors } });
    return beginSessionOfLocked({ ...portal, database }, user, start);
  });
}
