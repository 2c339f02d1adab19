import type { PortalModule } from "../../portal.ts";
import adminRoutes from "./admin-routes.ts";
import sdkRoutes from "./sdk-routes.ts";

export { currentFlags } from "./flag-store.ts";
export { listFlags } from "./present.ts";
export { refuseWhile } from "./policy.ts";

/** Feature flags: LaunchDarkly's protocol for its SDK, and the admins' switches. */
export const flags = {
  name: "flags",
  routes: async (app) => {
    await app.register(sdkRoutes, { prefix: "/flags" });
    await app.register(adminRoutes);
  },
} satisfies PortalModule;
