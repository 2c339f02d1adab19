import { app } from "electron";
import { hourMs } from "#shared/durations.ts";
import { builtIn } from "../desktop-config.ts";
import type { StoreFile } from "../storage/store-file.ts";
import { UpdateChecks, type UpdateServices } from "./update-checks.ts";
import { openManifestTrust } from "./manifest-trust.ts";
import { readUpdateSource } from "./manifest/update-source.ts";

/** After the start is finished. */
const firstCheckAfterMs = 30_000;

const intervalMs = 6 * hourMs;

/** Loads electron-updater with the first check, so not at all without a source of updates. */
async function open(built: typeof builtIn, file: StoreFile) {
  const source = readUpdateSource(built);
  const { openUpdater } = await import("./updater.ts");
  return openUpdater(source, openManifestTrust(file, source));
}

/** Checks for updates every few hours. Returns null if the app is not packaged or has no source of updates. */
export function startUpdates(services: UpdateServices, built = builtIn): UpdateChecks | null {
  if (!app.isPackaged || !built["DESKTOP_UPDATE_URL"]) return null;
  const checks = new UpdateChecks(() => open(built, services.file), services);
  const check = () => void checks.quietly();
  setTimeout(() => {
    check();
    setInterval(check, intervalMs);
  }, firstCheckAfterMs);
  return checks;
}
