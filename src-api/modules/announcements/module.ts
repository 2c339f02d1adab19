import type { PortalModule } from "#api/portal.ts";
import announcementRoutes from "./announcement-routes.ts";
import { announcementSync } from "./announcement-sync.ts";

export { listPublished } from "./announcement-store.ts";

export const announcements = {
  name: "announcements",
  routes: announcementRoutes,
  contentSyncs: ({ database }, folder) => [announcementSync(database, folder)],
} satisfies PortalModule;
