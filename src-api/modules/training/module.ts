import type { PortalModule } from "#api/portal.ts";
import calendarRoutes from "./calendar/calendar-routes.ts";
import { findAddress } from "./calendar/calendar-store.ts";
import diaryRoutes from "./diary/diary-routes.ts";
import { calendarAddresses, trainingPlans } from "./schema.ts";
import trainingRoutes from "./training-routes.ts";
import { mergePlans } from "./merge-plans-store.ts";
import { exportPlans, movePlans, moveSteps } from "./training-store.ts";

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
