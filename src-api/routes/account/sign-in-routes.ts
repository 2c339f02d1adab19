import type { FastifyInstance } from "fastify";
import { login, logout, register } from "../../../src-shared/api/account.ts";
import { ApiError } from "../../api-error.ts";
import { termsVersion } from "../../billing/terms-version.ts";
import { refuseWhile } from "../../flags/policy.ts";
import { dummyHash, verifyPassword } from "../../passwords.ts";
import { refuseCommonPassword } from "../../passwords-common.ts";
import { serve } from "../../serve.ts";
import { forgiveTry, throttle } from "../../throttle.ts";
import { mailVerification } from "./account-mails.ts";
import { endSessionOf, signIn } from "./sessions.ts";
import { createUser, findClaimed, findNewestPending, type User } from "./users.ts";

/** Verifies against an account, or against nothing at the same cost. */
const matches = (user: User | null, password: string) =>
  verifyPassword(user?.passwordHash ?? dummyHash, password);

/** Registering, logging in and out. None of them tells whether an address is known (row 29). */
export async function signInRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  /** Always creates an account of its own; what the address means is told to its reader only. */
  serve(app, register, async ({ body }, request) => {
    await refuseWhile(portal, "registrationDisabled");
    await throttle(portal, "register", request.ip, body.email);
    await refuseCommonPassword(body.password, "password");
    if (body.termsVersion !== (await termsVersion())) throw new ApiError("terms-outdated");
    const userId = await createUser(portal, { ...body, claimed: false, roles: [] });
    app.afterwards(() => mailVerification(portal, userId));
    return signIn(portal, userId, request.headers["user-agent"]);
  });

  /** Two passwords are verified, always, whatever is known of the address. */
  serve(app, login, async ({ body: { email, password } }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "login", request.ip, email);
    const claimed = await findClaimed(portal.database, email);
    const pending = await findNewestPending(portal.database, email);
    const [isClaimed, isPending] = await Promise.all([
      matches(claimed, password),
      matches(pending, password),
    ]);
    const user = (isClaimed && claimed) || (isPending && pending);
    if (!user) throw new ApiError("wrong-credentials");
    await forgiveTry(portal, "login", request.ip, email);
    return signIn(portal, user.id, request.headers["user-agent"]);
  });

  /** 204 also without a session: there is nothing left to end (ruling 6). */
  serve(app, logout, async (_, { session }) => {
    if (session) await endSessionOf(portal.database, session.userId, session.id);
  });
}
