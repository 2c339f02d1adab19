import type { PortalModule } from "#api/portal.ts";
import announcementRoutes from "./announcements.ts";
import { announcementSync } from "./announcement-sync.ts";

export { listPublished } from "./announcements.ts";

export const announcements = {
  name: "announcements",
  routes: announcementRoutes,
  contentSyncs: ({ database }, folder) => [announcementSync(database, folder)],
} satisfies PortalModule;
