import type { PortalModule } from "../../portal.ts";
import entryRoutes from "./entries/entry-routes.ts";
import showcaseRoutes from "./entries/showcase-routes.ts";
import mediaRoutes from "./media/media-routes.ts";
import { contentFolder as ownContentFolder } from "./sync/content-folder.ts";

/** Library: entries of all kinds, the public showcase, media. */
export const library = {
  name: "library",
  routes: async (app, { contentFolder = ownContentFolder }) => {
    await app.register(entryRoutes);
    await app.register(showcaseRoutes);
    await app.register(mediaRoutes, { contentFolder });
  },
} satisfies PortalModule;
