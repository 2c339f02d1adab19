import type { OwnedData, PortalModule } from "#api/portal.ts";
import { presentItem } from "./merge-changes.ts";
import { shelfItems, shelfVisits } from "./schema.ts";
import { shelfRoutes, findItems, mergeUsers, moveItems, findVisits } from "./shelf.ts";

export { findMostRead, type MostRead } from "./shelf.ts";

const shelfData: OwnedData = {
  columns: [
    // `mergeData` moves items before this deletes the rest: both accounts may have an item about the same entry.
    { column: shelfItems.userId, onDelete: "cascade", onMerge: "delete" },
    { column: shelfVisits.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  exportData: async (database, { id }) => ({
    shelf: (await findItems(database, id)).map(presentItem),
    visits: await findVisits(database, id),
  }),
  mergeData: mergeUsers,
};

/** Saved entries, reading positions, ticks and visits (docs/decisions/0025-saved-and-begun.md). */
export const shelf = {
  name: "shelf",
  ownedData: shelfData,
  routes: shelfRoutes,
  entryMoved: moveItems,
} satisfies PortalModule;
