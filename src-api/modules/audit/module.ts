import type { PortalModule } from "#api/portal.ts";
import { auditRoutes, findEntries, presentOwn } from "./audit-routes.ts";
import { purgeAudit, purgeJob } from "./purge.ts";

/** In the export of a user's data, newest first; the purge keeps most users far below. */
const maxExportedEntries = 10_000;

/** The audit trail (docs/decisions/0040-audit-trail.md). */
export const audit = {
  name: "audit",
  ownedData: {
    columns: [],
    exportData: async (database, { id }) => {
      const wanted = { after: null, limit: maxExportedEntries };
      const entries = await findEntries(database, { person: id }, wanted);
      return { activity: entries.map((entry) => presentOwn(entry, id)) };
    },
  },
  routes: auditRoutes,
  jobs: (portal) => {
    portal.jobs.handle(purgeJob, () => purgeAudit(portal));
  },
} satisfies PortalModule;
