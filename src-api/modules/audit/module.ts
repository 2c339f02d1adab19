import { forgetWhereabouts } from "../../infra/audit/audit-store.ts";
import type { PortalModule } from "../../portal.ts";
import { auditRoutes } from "./audit-routes.ts";
import { findEntries } from "./audit-list-store.ts";
import { presentOwn } from "./present.ts";
import { purgeAudit, purgeJob } from "./purge.ts";

/** Most entries in the export of a user's data, newest first; the purge keeps most users far below. */
const longestActivity = 10_000;

/** The audit trail (docs/decisions/0040-audit-trail.md). */
export const audit = {
  name: "audit",
  ownedData: {
    columns: [],
    exportData: async (database, { id }) => {
      const wanted = { after: null, limit: longestActivity };
      const entries = await findEntries(database, { person: id }, wanted);
      return { activity: entries.map((entry) => presentOwn(entry, id)) };
    },
    beforeDeletion: ({ database }, userId) => forgetWhereabouts(database, userId),
  },
  routes: auditRoutes,
  jobs: (portal) => {
    portal.jobs.handle(purgeJob, () => purgeAudit(portal));
  },
} satisfies PortalModule;
