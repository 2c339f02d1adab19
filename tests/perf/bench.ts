import { benchApi } from "./bench-api.ts";
import { benchBoard } from "./bench-board.ts";
import { benchContentImport } from "./bench-content-import.ts";
import { benchContentSync } from "./bench-content-sync.ts";
import { benchDesktop } from "./bench-desktop.ts";
import { benchEqualWork } from "./bench-equal-work.ts";
import { benchFlags } from "./bench-flags.ts";
import { benchLibrary } from "./bench-library.ts";
import { benchLighthouse } from "./bench-lighthouse.ts";
import { benchLogins } from "./bench-logins.ts";
import { benchMembers } from "./bench-members.ts";
import { benchMemory } from "./bench-memory.ts";
import { benchPasses } from "./bench-passes.ts";
import { benchRenewals } from "./bench-renewals.ts";
import { benchRoutes } from "./bench-routes.ts";
import { benchWeb } from "./bench-web.ts";

/**
 * Benchmarks by name. They are not tests, since results depend on the machine. `equal-work`
 * compares two samples of the same machine, so .ci/run includes it.
 */
const benches: Record<string, (options: string[]) => Promise<void>> = {
  api: benchApi,
  board: benchBoard,
  "content-import": benchContentImport,
  "content-sync": benchContentSync,
  desktop: benchDesktop,
  "equal-work": benchEqualWork,
  flags: benchFlags,
  library: benchLibrary,
  lighthouse: benchLighthouse,
  logins: benchLogins,
  members: benchMembers,
  memory: benchMemory,
  passes: benchPasses,
  renewals: benchRenewals,
  routes: benchRoutes,
  web: benchWeb,
};

const [name = "", ...options] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) {
  await bench(options);
} else {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join("|")} [options]`);
  process.exitCode = 1;
}
