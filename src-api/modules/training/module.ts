import type { PortalModule } from "#api/portal.ts";
import calendarRoutes, { findAddress } from "./calendar.ts";
import diaryRoutes from "./diary.ts";
import { calendarAddresses, trainingPlans } from "./schema.ts";
import trainingRoutes from "./plans.ts";
import { mergePlans, exportPlans, movePlans, moveSteps } from "./training-store.ts";

/** The protocols that members follow: progress by dog, notes, calendars. */
export const training = {
  name: "training",
  ownedData: {
    columns: [
      { column: trainingPlans.userId, onDelete: "cascade", onMerge: "move" },
      {
        column: calendarAddresses.userId,
        onDelete: "cascade",
        onMerge: "delete",
        isSecretAddress: "own",
      },
    ],
    exportedParts: { training: "training", trainingCalendar: "training" },
    exportData: async (database, { id }) => ({
      training: await exportPlans(database, id),
      trainingCalendar: await findAddress(database, id),
    }),
    mergeData: mergePlans,
  },
  sessionsMoved: moveSteps,
  entryMoved: async (database, { kind, from, to }) => {
    if (kind === "protocols") await movePlans(database, from, to);
  },
  routes: async (app) => {
    await app.register(trainingRoutes);
    await app.register(calendarRoutes);
    await app.register(diaryRoutes);
  },
} satisfies PortalModule;
