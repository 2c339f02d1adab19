import { buildRendererIfStale } from "../src-api/cli/build-renderer.ts";
import { builtRenderer } from "../src-api/server.ts";

/** Before the specs: the interface as it stands in the sources. */
export default async function buildInterface(): Promise<void> {
  await buildRendererIfStale(builtRenderer, () => console.log("Building the interface…"));
}
