import type { FastifyInstance } from "fastify";
import type { PortalModule } from "#api/portal.ts";
import adminRoutes from "./admin-routes.ts";
import { LaunchDarklyFollower } from "./launchdarkly-follower.ts";
import sdkRoutes from "./sdk-routes.ts";

export { currentFlags } from "./flag-store.ts";
export { listFlags } from "./admin-routes.ts";
export { flagDecider, refuseWhile } from "./flag-store.ts";

/** Keeps flags in sync with LaunchDarkly if it is configured. Start and requests do not wait for it (decision 0041). */
function followLaunchDarkly(app: FastifyInstance): void {
  const { launchDarkly } = app.portal.config;
  if (!launchDarkly) return;
  const follower = new LaunchDarklyFollower(app.portal, app.log);
  app.addHook("onReady", async () => follower.start(launchDarkly));
  app.addHook("onClose", () => follower.stop());
}

/** Feature flags: endpoints for LaunchDarkly's browser SDK, and routes for admins to switch flags. */
export const flags = {
  name: "flags",
  routes: async (app) => {
    followLaunchDarkly(app);
    await app.register(sdkRoutes, { prefix: "/flags" });
    await app.register(adminRoutes);
  },
} satisfies PortalModule;
