import { eq } from "#api/infra/database/drizzle.ts";
import type { PortalModule } from "#api/portal.ts";
import { checklistRoutes } from "./checklist.ts";
import { mailTestRoutes } from "./mail-test.ts";
import { skippedFactors } from "./schema.ts";

/** How an installation is set up, for its admins: the list of what is left to do, and the test of the mail server. */
export const installation = {
  name: "installation",
  routes: async (app) => {
    await app.register(checklistRoutes);
    await app.register(mailTestRoutes);
  },
  ownedData: {
    columns: [{ column: skippedFactors.userId, onDelete: "cascade", onMerge: "delete" }],
    exportData: async (database, { id }) => ({
      secondFactorSkipped: await database
        .select({ at: skippedFactors.skippedAt })
        .from(skippedFactors)
        .where(eq(skippedFactors.userId, id)),
    }),
  },
} satisfies PortalModule;
