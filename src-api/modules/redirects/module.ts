import type { PortalModule } from "#api/portal.ts";
import { moveRedirects, redirectRoutes, redirectSync } from "./redirects.ts";

export {
  exportRedirects,
  findRedirect,
  parseFormer,
  redirectToEntries,
  removeRedirectsTo,
} from "./redirects.ts";

/** Addresses of the former site of an owner, and where they lead now. */
export const redirects = {
  name: "redirects",
  routes: redirectRoutes,
  contentSyncs: (services, folder) => [redirectSync(services, folder)],
  entryMoved: moveRedirects,
} satisfies PortalModule;
