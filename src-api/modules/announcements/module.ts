import type { PortalModule } from "../../portal.ts";
import routes from "./routes.ts";

/** Announcements of the admins to the members. */
export const announcements = { name: "announcements", routes } satisfies PortalModule;
