import type { PortalModule } from "#api/portal.ts";
import { boardRoutes } from "./board.ts";

/** The board of admins: how the portal stands, live (docs/decisions/0038-board.md). */
export const board = {
  name: "board",
  routes: boardRoutes,
} satisfies PortalModule;
