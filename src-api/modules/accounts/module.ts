import type { SessionStore } from "../../http/session.ts";
import { hashToken } from "../../infra/tokens.ts";
import type { Portal, PortalModule } from "../../portal.ts";
import { emailChangeRoutes } from "./email-change/email-change-routes.ts";
import { personalDataRoutes } from "./personal-data/personal-data-routes.ts";
import { profileRoutes } from "./profile/profile-routes.ts";
import { purgeHourly } from "./purge.ts";
import { resetRoutes } from "./passwords/reset-routes.ts";
import { loadSession, setLanguage } from "./sessions/live-session.ts";
import { sessionRoutes } from "./sessions/session-routes.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { signUpRoutes } from "./sign-up/sign-up-routes.ts";

/** Returns the store that requests are authenticated against. */
export const sessionStore = (portal: Portal): SessionStore => ({
  find: (token) => loadSession(portal, hashToken(token)),
  setLanguage: (userId, language) => setLanguage(portal, userId, language),
});

/** Accounts: signing up and in, profile, change of address, sessions, reset links, personal data. */
export const accounts = {
  name: "accounts",
  routes: async (app) => {
    await app.register(signUpRoutes);
    await app.register(signInRoutes);
    await app.register(profileRoutes);
    await app.register(emailChangeRoutes);
    await app.register(sessionRoutes);
    await app.register(resetRoutes);
    await app.register(personalDataRoutes);
    await app.register(purgeHourly);
  },
} satisfies PortalModule;
