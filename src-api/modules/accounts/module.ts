import type { SessionStore } from "../../http/session.ts";
import type { Database } from "../../infra/database/connect.ts";
import { hashToken } from "../../infra/tokens.ts";
import type { Portal, PortalModule } from "../../portal.ts";
import { emailChangeRoutes, handleEmailChangeMails } from "./email-change.ts";
import { handleAdminMails, handleNoticeMail, handleSecurityMails } from "./mails.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { handleResetLinkMail, passwordRoutes } from "./password.ts";
import { accountData, personalDataRoutes } from "./personal-data.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { secureAccountRoutes, undoRoutes } from "./secure-account.ts";
import { loadSession, loadSessionById, profileRoutes, sessionRoutes } from "./sessions.ts";
import { signInRoutes } from "./sign-in.ts";
import { handleSignUpCodeMail, signUpRoutes } from "./sign-up.ts";
import { findProven } from "./users.ts";

export { enqueueResetLink } from "./password.ts";
export { secondFactors, type User, users } from "./schema.ts";
export { enqueueNotice, mailAdmins } from "./mails.ts";
export { requirePassword } from "./password.ts";
export { hasAskedForDeletion } from "./personal-data.ts";
export { removeUnprovenFactors } from "./second-factor.ts";
export { endSecretAddress, makeSecretAddress } from "./secret-addresses.ts";
export { endSessionsOf } from "./sessions.ts";
export { extendSessions, liveSessions } from "./sessions.ts";

export { deleteUser, findUser, hasWords, lockUser, lockUsers } from "./users.ts";
export { isProven, type ProvenUser } from "./users.ts";

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
    await app.register(secondFactorRoutes);
    await app.register(profileRoutes, setup);
    await app.register(emailChangeRoutes, setup);
    await app.register(sessionRoutes);
    await app.register(passwordRoutes, setup);
    await app.register(passkeyRoutes, setup);
    await app.register(secureAccountRoutes, setup);
    await app.register(undoRoutes, setup);
    await app.register(personalDataRoutes, setup);
  },
  jobs: (portal) => {
    handleResetLinkMail(portal);
    handleSignUpCodeMail(portal);
    handleNoticeMail(portal);
    handleEmailChangeMails(portal);
    handleSecurityMails(portal);
    handleAdminMails(portal);
  },
} satisfies PortalModule;
