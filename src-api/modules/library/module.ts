import { contentFolderOf } from "../../infra/content-folder/content-folder.ts";
import type { PortalModule } from "../../portal.ts";
import entryRoutes from "./entries/entry-routes.ts";
import mediaRoutes from "./media/media-routes.ts";
import searchRoutes from "./search/search-routes.ts";
import { librarySyncs } from "./sync/library-sync.ts";

export { findProtocols, type Protocol } from "./entries/protocols.ts";
export { contentEntries } from "./schema.ts";
export { newestTeasers, publicTeaser, teasersOf } from "./entries/public-teasers.ts";

/** Library: entries of all kinds, the public showcase, media. */
export const library = {
  name: "library",
  routes: async (app) => {
    await app.register(entryRoutes);
    await app.register(searchRoutes);
    await app.register(mediaRoutes, { contentFolder: contentFolderOf(app.portal.config) });
  },
  contentSyncs: ({ database }, folder) => librarySyncs(database, folder),
} satisfies PortalModule;
