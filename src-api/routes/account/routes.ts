import type { FastifyInstance } from "fastify";
import { mailedLinkRoutes } from "./mailed-link-routes.ts";
import { personalDataRoutes } from "./personal-data-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { purgeHourly } from "./purge.ts";
import { sessionRoutes } from "./session-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";

/** Accounts: signing in, profile, sessions, links in mails, personal data. */
export default async function account(app: FastifyInstance): Promise<void> {
  await app.register(signInRoutes);
  await app.register(profileRoutes);
  await app.register(sessionRoutes);
  await app.register(mailedLinkRoutes);
  await app.register(personalDataRoutes);
  await app.register(purgeHourly);
}
