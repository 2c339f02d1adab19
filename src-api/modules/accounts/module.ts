import type { Database } from "#api/infra/database/connect.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import type { PortalModule } from "#api/portal.ts";
import { emailChangeRoutes, handleEmailChangeMails } from "./email-change.ts";
import { isFactorOn } from "./factor-proof.ts";
import { handleInvitations, invitationRoutes } from "./invitation.ts";
import { handleAdminMails, handleNoticeMail, handleSecurityMails } from "./mails.ts";
import { handleLoginCodeMail, loginCodeRoutes } from "./login-code.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { handleResetLinkMail, passwordRoutes } from "./password.ts";
import { accountData, personalDataRoutes } from "./personal-data.ts";
import { passkeys } from "./schema.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { secureAccountRoutes, undoRoutes } from "./secure-account.ts";
import { profileRoutes, sessionRoutes } from "./sessions.ts";
import { signInRoutes } from "./sign-in.ts";
import { setUpRoutes } from "./set-up.ts";
import { handleSignUpCodeMail, signUpRoutes } from "./sign-up.ts";
import { findProven } from "./users.ts";

export { findInvitation } from "./invitation.ts";
export { freeKeysOf, keyLifeMs, performOnce } from "./idempotency.ts";
export { mailAdmins } from "./mails.ts";
export { enqueueResetLink, requirePassword } from "./password.ts";
export { signUps, type User, users } from "./schema.ts";
export { endSecretAddress, makeSecretAddress } from "./secret-addresses.ts";
export { endSessionsOf, liveSessions } from "./sessions.ts";
export { findUser, hasAskedForDeletion, hasWords, lockUser, lockUsers } from "./users.ts";

/** Returns the id of the account that has proven an address, or null. */
export const findProvenId = async (database: Database, email: string): Promise<string | null> =>
  (await findProven(database, email))?.id ?? null;

/** Returns whether a user has a second factor, or a passkey, which counts as two. */
export const hasFactor = async (database: Database, userId: string): Promise<boolean> =>
  (await isFactorOn(database, userId)) ||
  (await database.$count(passkeys, eq(passkeys.userId, userId))) > 0;

/** Registration, login, profile, change of address, sessions, password resets and personal data. */
export const accounts = {
  name: "accounts",
  ownedData: accountData,
  routes: async (app, setup) => {
    await app.register(setUpRoutes, setup);
    await app.register(signUpRoutes, setup);
    await app.register(signInRoutes, setup);
    await app.register(loginCodeRoutes, setup);
    await app.register(secondFactorRoutes);
    await app.register(profileRoutes, setup);
    await app.register(emailChangeRoutes, setup);
    await app.register(sessionRoutes);
    await app.register(passwordRoutes, setup);
    await app.register(passkeyRoutes, setup);
    await app.register(secureAccountRoutes, setup);
    await app.register(undoRoutes, setup);
    await app.register(invitationRoutes, setup);
    await app.register(personalDataRoutes, setup);
  },
  jobs: (portal) => {
    handleResetLinkMail(portal);
    handleSignUpCodeMail(portal);
    handleLoginCodeMail(portal);
    handleNoticeMail(portal);
    handleEmailChangeMails(portal);
    handleSecurityMails(portal);
    handleAdminMails(portal);
    handleInvitations(portal);
  },
} satisfies PortalModule;
