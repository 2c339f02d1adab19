import type { FastifyInstance } from "fastify";
import { emailChangeRoutes } from "./email-change/email-change-routes.ts";
import { personalDataRoutes } from "./personal-data-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { purgeHourly } from "./purge.ts";
import { resetRoutes } from "./reset-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { signUpRoutes } from "./sign-up/sign-up-routes.ts";

/** Accounts: signing up and in, profile, change of address, sessions, reset links, personal data. */
export default async function account(app: FastifyInstance): Promise<void> {
  await app.register(signUpRoutes);
  await app.register(signInRoutes);
  await app.register(profileRoutes);
  await app.register(emailChangeRoutes);
  await app.register(sessionRoutes);
  await app.register(resetRoutes);
  await app.register(personalDataRoutes);
  await app.register(purgeHourly);
}
