import { once } from "node:events";
import { BuildError } from "./build-renderer.ts";
import { runPackage } from "./run-package.ts";

/**
 * Builds what the desktop app adds to the interface: its main process and its preload script, into
 * `dist/main` and `dist/preload`. Rejects with a BuildError.
 */
export async function buildShell(): Promise<void> {
  const options = ["build", "--mode", "desktop", "--ignoreConfigWarning", "--logLevel", "error"];
  const [code] = await once(runPackage("electron-vite", "bin/electron-vite.js", options), "exit");
  if (code !== 0) throw new BuildError("The desktop app could not be built; see above.");
}
