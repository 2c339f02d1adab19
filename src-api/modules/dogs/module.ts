import type { PortalModule } from "#api/portal.ts";
import dogRoutes, { presentDogsOf } from "./dogs.ts";
import { dogs as dogRows } from "./schema.ts";

export { requireDog, requireLockedDog } from "./dogs.ts";
export { presentDogsOf } from "./dogs.ts";
export { dogHeights, dogs as dogRows } from "./schema.ts";

/** The dogs of the users, with the history of their heights. */
export const dogs = {
  name: "dogs",
  routes: dogRoutes,
  ownedData: {
    columns: [{ column: dogRows.userId, onDelete: "cascade", onMerge: "move" }],
    exportedParts: { dogs: "dogs" },
    exportData: async (database, { id }) => ({ dogs: await presentDogsOf(database, id) }),
  },
} satisfies PortalModule;
