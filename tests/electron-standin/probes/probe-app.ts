import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  _electron as electron,
  test as base,
  type ElectronApplication,
  type Page,
} from "@playwright/test";

// The electron package reads it once, when the first app starts.
process.env["ELECTRON_OVERRIDE_DIST_PATH"] = join(import.meta.dirname, "..");

export const probeFolder = join(import.meta.dirname, "probe-app");

type Fixtures = {
  /** The app's data folder, deleted after the test. */
  dataFolder: string;
  /** Starts the probe app with the same data folder each time. */
  start: (
    environment?: Record<string, string>,
  ) => Promise<{ app: ElectronApplication; page: Page }>;
  app: ElectronApplication;
  page: Page;
};

/** Every probe starts its own probe app, like any Electron app. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
  dataFolder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "standin-probe-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ dataFolder }, use) => {
    const apps: ElectronApplication[] = [];
    await use(async (environment = {}) => {
      const args = [`--user-data-dir=${dataFolder}`, probeFolder];
      const given = Object.entries({ ...process.env, ...environment });
      const env = Object.fromEntries(
        given.filter((entry): entry is [string, string] => !!entry[1]),
      );
      const app = await electron.launch({ args, env });
      apps.push(app);
      const page = await app.firstWindow();
      await page.waitForURL("app://portal/**");
      return { app, page };
    });
    for (const app of apps) await app.close();
  },
  app: async ({ start }, use) => use((await start()).app),
  page: async ({ app }, use) => use(app.windows()[0] ?? (await app.firstWindow())),
});
export { expect } from "@playwright/test";
