import { BuildError } from "./build-renderer.ts";
import { runBuild } from "./run-package.ts";

/** Builds the desktop app's main process and preload script into `dist`. Rejects with a BuildError. */
export async function buildShell(brandDir: string): Promise<void> {
  const options = ["build", "--mode", "desktop", "--ignoreConfigWarning", "--logLevel", "error"];
  const isBuilt = await runBuild(brandDir, "electron-vite", "bin/electron-vite.js", options);
  if (!isBuilt) throw new BuildError("The desktop app could not be built; see above.");
}
