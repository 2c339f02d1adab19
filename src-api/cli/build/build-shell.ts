import { BuildError } from "./build-renderer.ts";
import { runBuild } from "./run-package.ts";

/** Builds the desktop app's main process, with a brand, and its preload script into `dist`. Rejects with a BuildError. */
export async function buildShell(brandDir: string): Promise<void> {
  const options = ["build", "--mode", "desktop", "--ignoreConfigWarning", "--logLevel", "error"];
  const script = "bin/electron-vite.js";
  // Whatever a file of settings names.
  const environment = { BRAND_DIR: brandDir, RINGSIDE_ENV: "" };
  const isBuilt = await runBuild("electron-vite", script, options, environment);
  if (!isBuilt) throw new BuildError("The desktop app could not be built; see above.");
}
