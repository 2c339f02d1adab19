import type { PortalModule } from "../../portal.ts";
import { addUpFigures } from "../../infra/figures/figure-store.ts";
import { boardRoutes } from "./board-routes.ts";
import { figuresJob } from "./figures-job.ts";

/** The board of admins: how the portal stands, live (docs/decisions/0038-board.md). */
export const board = {
  name: "board",
  routes: boardRoutes,
  jobs: (portal) =>
    portal.jobs.handle(figuresJob, () => addUpFigures(portal.database, portal.now())),
} satisfies PortalModule;
