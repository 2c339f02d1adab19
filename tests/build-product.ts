import type { FullConfig } from "@playwright/test";
import { buildRendererIfStale } from "../src-api/cli/build/build-renderer.ts";
import { buildShell } from "../src-api/cli/build/build-shell.ts";
import { builtRenderer } from "../src-api/server.ts";
import { chooseElectron } from "./fixtures/electron-runtime.ts";
import { prepareServerData } from "./fixtures/portal-server.ts";

/**
 * Before the specs: the interface and the desktop app as they stand in the sources, and the data
 * that the servers start with. Yields what clears up after them.
 */
export default async function buildProduct({ projects }: FullConfig): Promise<() => Promise<void>> {
  await buildRendererIfStale(builtRenderer, () => console.log("Building the interface…"));
  if (projects.some(({ name }) => name === "desktop")) {
    await buildShell();
    console.log(`The desktop specs run on ${chooseElectron().name}.`);
  }
  return prepareServerData();
}
