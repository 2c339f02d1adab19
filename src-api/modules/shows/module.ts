import type { PortalModule } from "#api/portal.ts";
import { shows as showRows } from "./schema.ts";
import showRoutes, { presentShowsOf } from "./shows.ts";

export { hasShowAhead } from "./shows.ts";

/** The shows that members prepare for, with what they ticked off. */
export const shows = {
  name: "shows",
  routes: showRoutes,
  ownedData: {
    columns: [{ column: showRows.userId, onDelete: "cascade", onMerge: "move" }],
    exportedParts: { shows: "showDay" },
    exportData: async (database, { id }) => ({ shows: await presentShowsOf(database, id) }),
  },
} satisfies PortalModule;
