import { builtRenderer } from "../server.ts";
import { buildRendererIfStale } from "./build/build-renderer.ts";
import { runPortal } from "./run-portal.ts";

const build = () =>
  buildRendererIfStale(builtRenderer, () => process.stdout.write("Building the interface…\n"));

await runPortal({}, build);
