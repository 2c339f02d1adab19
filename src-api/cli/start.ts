import type { Config } from "../config.ts";
import { buildRendererIfStale } from "./build/build-renderer.ts";
import { runPortal } from "./run-portal.ts";

const build = ({ brandDir }: Config) =>
  buildRendererIfStale(brandDir, () => process.stdout.write("Building the interface…\n"));

await runPortal({}, build);
