import electronUpdater, { type AppUpdater } from "electron-updater";
import { hourMs } from "#shared/durations.ts";
import { logFailure } from "../log.ts";
import type { ManifestTrust } from "./manifest-trust.ts";
import { signedProvider } from "./signed-provider.ts";
import type { UpdateSource } from "./manifest/update-source.ts";

/** Chromium's errors for a network that is down or a host that does not respond. */
const offlineErrors =
  /\bnet::ERR_(INTERNET_DISCONNECTED|NETWORK_(CHANGED|IO_SUSPENDED)|NAME_(NOT_RESOLVED|RESOLUTION_FAILED)|DNS_TIMED_OUT|ADDRESS_UNREACHABLE|CONNECTION_(REFUSED|RESET|CLOSED|ABORTED|FAILED|TIMED_OUT)|TIMED_OUT|EMPTY_RESPONSE|PROXY_CONNECTION_FAILED)\b/;

/** Returns whether an error only means that the network or the host is down. */
export const isOffline = (error: unknown): boolean =>
  error instanceof Error && (offlineErrors.test(error.message) || isOffline(error.cause));

/** Time after which a hanging download is cancelled, so that the next check does not wait for it. */
const downloadTimeoutMs = 3 * hourMs;

/** A newer version signed by the publisher. */
export type FoundUpdate = {
  version: string;
  /** Resolves when the package is downloaded and its hash matches the manifest. */
  download: () => Promise<void>;
};

/** The parts of electron-updater that the app uses. */
export type Updater = {
  /** Resolves with the newer version, or null. Rejects when the manifest was refused, or the server is down. */
  check: () => Promise<FoundUpdate | null>;
  /** Installs the downloaded version and restarts the app. Rejects if that fails. */
  install: () => Promise<never>;
};

/** Blocks requests outside the folder, also after redirects. Hashes are checked in addition. */
function stayInFolder({ netSession }: AppUpdater, folder: URL): void {
  netSession.webRequest.onBeforeRequest(({ url }, answer) => {
    const { origin, pathname } = new URL(url);
    answer({ cancel: origin !== folder.origin || !pathname.startsWith(folder.pathname) });
  });
}

/** Offers prereleases only if the current version is a prerelease. */
function offersOnlyReleases(updater: AppUpdater): void {
  const suitsSystem = updater.isUpdateSupported;
  const isPrerelease = updater.currentVersion.prerelease.length > 0;
  updater.isUpdateSupported = (info) =>
    (isPrerelease || !info.version.includes("-")) && suitsSystem(info);
}

/** Logs a signed manifest with an older version or a prerelease: a mistake or a replay. */
function logUnwanted({ currentVersion }: AppUpdater, offered = currentVersion.version): void {
  if (offered === currentVersion.version) return;
  logFailure("An update was not taken", `${offered} instead of ${currentVersion.version}`);
}

function configure(updater: AppUpdater, source: UpdateSource, trust: ManifestTrust): void {
  updater.on("error", (error) => {
    if (!isOffline(error)) logFailure("Updating has failed", error);
  });
  updater.autoDownload = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Block maps are not signed, and every part of a package would need a range request.
  updater.disableDifferentialDownload = true;
  // It would give this installation an ID, in a file and a header, for staged rollouts we do not use.
  Object.defineProperty(updater, "stagingUserIdPromise", { value: { value: Promise.resolve("") } });
  offersOnlyReleases(updater);
  stayInFolder(updater, source.folder);
  // Before the first check, so that app-update.yml in the app's folder is never used.
  updater.setFeedURL({ provider: "custom", updateProvider: signedProvider(source, trust) });
}

/** Has electron-updater accept this source only. Throws if the installation cannot update itself. */
export function openUpdater(
  source: UpdateSource,
  trust: ManifestTrust,
  updater: AppUpdater = electronUpdater.autoUpdater,
): Updater {
  updater.logger = null;
  if (!updater.isUpdaterActive()) {
    throw new Error("This kind of installation does not update itself");
  }
  configure(updater, source, trust);
  return {
    check: async () => {
      const result = await updater.checkForUpdates();
      if (!result?.isUpdateAvailable) {
        logUnwanted(updater, result?.updateInfo.version);
        return null;
      }
      const { updateInfo, cancellationToken } = result;
      return {
        version: updateInfo.version,
        download: async () => {
          const timer = setTimeout(() => cancellationToken?.cancel(), downloadTimeoutMs);
          await updater.downloadUpdate(cancellationToken).finally(() => clearTimeout(timer));
        },
      };
    },
    install: () =>
      new Promise<never>((_, reject) => {
        updater.once("error", reject);
        updater.quitAndInstall(true, true);
      }),
  };
}
