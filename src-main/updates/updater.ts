import electronUpdater, { type AppUpdater } from "electron-updater";
import { logFailure } from "../log.ts";
import { isOffline } from "./is-offline.ts";
import type { ManifestTrust } from "./manifest-trust.ts";
import { signedProvider } from "./signed-provider.ts";
import type { UpdateSource } from "./manifest/update-source.ts";

/** ms after which a download that hangs is given up, before the next check would wait for it. */
const downloadTimeout = 3 * 3_600_000;

/** A newer version that the publisher has signed. */
export type FoundUpdate = {
  version: string;
  /** Ends when the package is there and is the one that the manifest names. Rejects if not. */
  download: () => Promise<void>;
};

/** What the app asks of electron-updater. */
export type Updater = {
  /**
   * The newer version, or null. Rejects, and has logged why, when what came was refused; without a
   * log when nothing came (`isOffline`).
   */
  check: () => Promise<FoundUpdate | null>;
  /** Installs what was downloaded and starts the app anew. Rejects if that fails. */
  install: () => Promise<never>;
};

/** Packages come from the folder only, whatever redirects say; their hashes are checked besides. */
function stayInFolder({ netSession }: AppUpdater, folder: URL): void {
  netSession.webRequest.onBeforeRequest(({ url }, answer) => {
    const { origin, pathname } = new URL(url);
    answer({ cancel: origin !== folder.origin || !pathname.startsWith(folder.pathname) });
  });
}

/** Only a version that is itself a prerelease moves on to another one. */
function offersOnlyReleases(updater: AppUpdater): void {
  const suitsSystem = updater.isUpdateSupported;
  const isPrerelease = updater.currentVersion.prerelease.length > 0;
  updater.isUpdateSupported = (info) =>
    (isPrerelease || !info.version.includes("-")) && suitsSystem(info);
}

/** A signed manifest that leads back, or to a prerelease: a mistake, or an old one played again. */
function noteUnwanted({ currentVersion }: AppUpdater, offered = currentVersion.version): void {
  if (offered === currentVersion.version) return;
  logFailure("An update was not taken", `${offered} in place of ${currentVersion.version}`);
}

function configure(updater: AppUpdater, source: UpdateSource, trust: ManifestTrust): void {
  updater.on("error", (error) => {
    if (!isOffline(error)) logFailure("Updating has failed", error);
  });
  updater.autoDownload = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Block maps are not signed, and every part of a package would have to be asked for by range.
  updater.disableDifferentialDownload = true;
  // It would number this installation, in a file and in a header, for rollouts that we do not have.
  Object.defineProperty(updater, "stagingUserIdPromise", { value: { value: Promise.resolve("") } });
  offersOnlyReleases(updater);
  stayInFolder(updater, source.folder);
  // Before the first check, so that app-update.yml beside the app never names a provider.
  updater.setFeedURL({ provider: "custom", updateProvider: signedProvider(source, trust) });
}

/**
 * Sets electron-updater up so that it takes manifests from that source alone. Throws where an
 * installation cannot replace itself, such as an unpacked folder.
 */
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
        noteUnwanted(updater, result?.updateInfo.version);
        return null;
      }
      const { updateInfo, cancellationToken } = result;
      return {
        version: updateInfo.version,
        download: async () => {
          const timer = setTimeout(() => cancellationToken?.cancel(), downloadTimeout);
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
