import type { FullConfig } from "@playwright/test";
import { buildRendererIfStale } from "#api/cli/build/build-renderer.ts";
import { buildShell } from "#api/cli/build/build-shell.ts";
import { defaultBrandDir } from "#api/brand.ts";
import { chooseElectron } from "./fixtures/electron-runtime.ts";
import { prepareServerData } from "./fixtures/portal-server.ts";

/**
 * Builds the interface and the desktop app from the current sources and prepares the data that the
 * servers start with, once before all specs. Returns the function that cleans up.
 */
export default async function buildProduct({ projects }: FullConfig): Promise<() => Promise<void>> {
  await buildRendererIfStale(() => console.log("Building the interface…"));
  if (projects.some(({ name }) => name === "desktop")) {
    await buildShell(defaultBrandDir);
    console.log(`The desktop specs run on ${chooseElectron().name}.`);
  }
  return prepareServerData();
}
