import type { PortalModule } from "#api/portal.ts";
import announcementRoutes from "./announcements.ts";
import { announcementSync } from "./announcement-sync.ts";

export { isPublished, listPublished } from "./announcements.ts";
export { announcements as announcementsTable } from "./schema.ts";

export const announcements = {
  name: "announcements",
  routes: announcementRoutes,
  contentSyncs: ({ database }, folder) => [announcementSync(database, folder)],
} satisfies PortalModule;
