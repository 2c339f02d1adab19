import type { PortalModule } from "#api/portal.ts";
import { checklistRoutes } from "./checklist.ts";
import { mailTestRoutes } from "./mail-test.ts";

/** How an installation is set up, for its admins: the list of what is left to do, and the test of the mail server. */
export const installation = {
  name: "installation",
  routes: async (app) => {
    await app.register(checklistRoutes);
    await app.register(mailTestRoutes);
  },
} satisfies PortalModule;
