import { availableParallelism, loadavg } from "node:os";
import { benchApi } from "./bench-api.ts";
import { benchDesktop } from "./bench-desktop.ts";
import { benchScale } from "./bench-scale.ts";
import { benchWeb } from "./bench-web.ts";

/** Benchmarks by name. They are not tests: results depend on the machine, ratios less than times. */
const benches: Record<string, (options: string[]) => Promise<void>> = {
  api: benchApi,
  web: benchWeb,
  scale: benchScale,
  desktop: benchDesktop,
};

const [name = "", ...options] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) {
  const [load = 0] = loadavg();
  console.log(`${availableParallelism()} processors, load ${load.toFixed(1)} at the start`);
  await bench(options);
} else {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join("|")} [options]`);
  process.exitCode = 1;
}
