import type { SessionStore } from "../../http/session.ts";
import type { Database } from "../../infra/database/connect.ts";
import { hashToken } from "../../infra/tokens.ts";
import type { Portal, PortalModule } from "../../portal.ts";
import { emailChangeRoutes } from "./email-change/email-change-routes.ts";
import { handleAccountMails } from "./mails/account-mails.ts";
import { handleAdminMails } from "./mails/admin-mails.ts";
import { handleEmailChangeMails } from "./mails/email-change-mails.ts";
import { handleSecurityMails } from "./mails/security-mails.ts";
import { accountData } from "./personal-data/personal-data.ts";
import { personalDataRoutes } from "./personal-data/personal-data-routes.ts";
import { profileRoutes } from "./profile/profile-routes.ts";
import { resetRoutes } from "./passwords/reset-routes.ts";
import { secondFactorRoutes } from "./second-factor/second-factor-routes.ts";
import { secureAccountRoutes } from "./new-device/secure-account-routes.ts";
import { passkeyRoutes } from "./passkeys/passkey-routes.ts";
import { sessionRoutes } from "./sessions/session-routes.ts";
import { loadSession, loadSessionById } from "./sessions/sessions.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { signUpRoutes } from "./sign-up/sign-up-routes.ts";
import { findProven } from "./users.ts";

export { enqueueResetLink } from "./mails/mail-jobs.ts";
export { secondFactors, users, type User } from "./schema.ts";
export { mailAdmins } from "./mails/admin-mails.ts";
export { requirePassword } from "./passwords/require-password.ts";
export { deleteAccountOf, hasAskedForDeletion } from "./personal-data/personal-data.ts";
export { removeUnprovenFactors } from "./second-factor/enrolment.ts";
export { endSecretAddress, makeSecretAddress } from "./secret-addresses.ts";
export { endSessionsOf } from "./sessions/session-store.ts";
export { extendSessions, liveSessions } from "./sessions/sessions.ts";

export { findUser, hasWords, lockUser, lockUsers } from "./user-store.ts";
export { isProven } from "./users.ts";

/** Returns the id of the account that has proven an address, or null. */
export const findProvenId = async (database: Database, email: string): Promise<string | null> =>
  (await findProven(database, email))?.id ?? null;

export const sessionStore = (portal: Portal): SessionStore => ({
  find: (token) => loadSession(portal, hashToken(token)),
  findById: (id) => loadSessionById(portal, id),
});

/** Registration, login, profile, change of address, sessions, password resets and personal data. */
export const accounts = {
  name: "accounts",
  ownedData: accountData,
  routes: async (app, setup) => {
    await app.register(signUpRoutes, setup);
    await app.register(signInRoutes, setup);
    await app.register(secondFactorRoutes, setup);
    await app.register(profileRoutes, setup);
    await app.register(emailChangeRoutes, setup);
    await app.register(sessionRoutes);
    await app.register(resetRoutes, setup);
    await app.register(passkeyRoutes, setup);
    await app.register(secureAccountRoutes, setup);
    await app.register(personalDataRoutes, setup);
  },
  jobs: (portal) => {
    handleAccountMails(portal);
    handleEmailChangeMails(portal);
    handleSecurityMails(portal);
    handleAdminMails(portal);
  },
} satisfies PortalModule;
