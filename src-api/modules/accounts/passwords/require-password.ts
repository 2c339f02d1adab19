import type { Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { memberActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { MessageKey } from "#api/infra/i18n/messages.ts";
import { verifyPassword } from "#api/infra/passwords/passwords.ts";
import { readableAddress } from "#api/infra/throttle/networks.ts";
import { forgiveTry, throttle, verifyTry } from "#api/infra/throttle/throttle.ts";
import type { Portal } from "#api/portal.ts";
import { requireFreshProof, type DangerousAct } from "../second-factor/require-factor.ts";
import { keepSession } from "../sessions/session-store.ts";
import { findUser, lockUsers } from "../user-store.ts";
import { isProven, type ProvenUser } from "../users.ts";

type Confirmed = {
  user: ProvenUser;
  /**
   * Runs the work that the password was asked for, in a transaction with the user locked. Throws
   * `wrong-password` when the password has been changed since it was verified, and 401 when the session
   * has ended since.
   */
  act: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
};

/** A password that the user of a session entered again, and the form field that it was entered in. */
type Entered = {
  session: Pick<Session, "id" | "tokenHash" | "userId">;
  ip: string;
  password: string;
  field: string;
  /** What it was asked for; decides what else has to be proven. */
  act?: DangerousAct;
  /** Other users whom the work will lock, too. */
  alsoLocked?: readonly string[];
};

const wrongPassword = (field: string) =>
  new ApiError("wrong-password", { fields: { [field]: "wrong-password" satisfies MessageKey } });

/**
 * Verifies the password of a signed-in user, as sensitive changes require, and returns the user. Throws
 * `wrong-password` for the form field (the session goes on), `too-many-requests` after repeated failures,
 * `factor-needed` or `enrolment-code-needed` where this session has to prove a factor first (`requireFreshProof`),
 * and 401 when the account was deleted.
 */
export async function requirePassword(
  portal: Portal,
  { session, ip, password, field, act = "other", alsoLocked = [] }: Entered,
): Promise<Confirmed> {
  const { userId } = session;
  await throttle(portal, "password", ip, userId);
  const user = await findUser(portal.database, userId);
  if (!user || !isProven(user)) throw new ApiError("unauthorized");
  const matches = await verifyTry(portal, { ip, subject: userId }, () =>
    verifyPassword(user.passwordHash, password),
  );
  if (!matches) {
    const actor = { ...memberActor(userId), ip: readableAddress(ip) };
    const at = portal.now();
    await recordAct(portal.database, { act: "password-refused", at, actor, subjectId: userId });
    throw wrongPassword(field);
  }
  await forgiveTry(portal, "password", ip, userId);
  await requireFreshProof(portal, { session, user, act });
  return {
    user,
    act: (work) =>
      portal.database.transaction(async (database) => {
        const locked = (await lockUsers(database, [userId, ...alsoLocked])).get(userId);
        if (locked?.passwordHash !== user.passwordHash) throw wrongPassword(field);
        if (!(await keepSession(database, session))) throw new ApiError("unauthorized");
        return work(database);
      }),
  };
}
