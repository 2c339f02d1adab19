import type { PortalModule } from "#api/portal.ts";
import { settingsRoutes } from "./settings.ts";

export { readInstalledBrand } from "./installed-brand.ts";

/** The settings of the portal that admins change in the browser. */
export const settings = { name: "settings", routes: settingsRoutes } satisfies PortalModule;
