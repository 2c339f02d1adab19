import { app, BrowserWindow, dialog, type MessageBoxOptions } from "electron";
import { type DesktopTexts, withProductName } from "../desktop-texts.ts";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";
import { isOffline, type FoundUpdate, type Updater } from "./updater.ts";
import { OutdatedManifestError } from "./manifest-trust.ts";

type Texts = DesktopTexts["updates"];

const withVersion = (text: string, version: string) =>
  withProductName(text).replaceAll("{{version}}", version);

/** Shows a message box, attached to the focused window if there is one. */
async function show(options: MessageBoxOptions): Promise<number> {
  const window = BrowserWindow.getFocusedWindow();
  const shown = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
  return (await shown).response;
}

async function showMessage(
  t: Texts,
  message: string,
  detail: string,
  type: "info" | "warning" | "error" = "info",
) {
  await show({ type, message: withProductName(message), detail, buttons: [t.ok] });
}

const showUpToDate = (t: Texts): Promise<void> =>
  showMessage(t, t.upToDate, withVersion(t.upToDateDetail, app.getVersion()));

/** Says that a newer version is being downloaded. */
const showFound = (t: Texts, version: string): Promise<void> =>
  showMessage(t, t.found, withVersion(t.foundDetail, version));

/** Says that the update server cannot be reached. */
const showOffline = (t: Texts): Promise<void> => showMessage(t, t.offline, t.offlineDetail);

/** Warns that the manifest is genuine but outdated: newer updates may be withheld. */
const showOutdated = (t: Texts): Promise<void> =>
  showMessage(t, t.outdated, withProductName(t.outdatedDetail), "warning");

/** Says that the check failed. The reason is in the log only: it would not help the user. */
const showFailed = (t: Texts): Promise<void> =>
  showMessage(t, t.failed, withProductName(t.failedDetail), "error");

/** Asks whether to restart now. Otherwise the update is installed when the user quits. */
async function asksForRestart(t: Texts, version: string): Promise<boolean> {
  const response = await show({
    type: "question",
    message: withVersion(t.ready, version),
    detail: withProductName(t.readyDetail),
    buttons: [t.restart, t.later],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/** Remembers across restarts which outdated manifest the user was warned about. */
type OutdatedWarning = {
  /** Returns whether the last warning was about another manifest. */
  isDue(error: OutdatedManifestError): boolean;
  remember(error: OutdatedManifestError): void;
};

/** Stores the `expiresAt` of that manifest (ms since 1970). */
const storeKey = "warned-update";

/** Stores the warning in a file, or in memory if the file cannot be written. */
function openOutdatedWarning(file: StoreFile): OutdatedWarning {
  let warned = file.get(storeKey);
  return {
    isDue: ({ expiresAt }) => warned !== expiresAt,
    remember: ({ expiresAt }) => {
      if (warned === expiresAt) return;
      warned = expiresAt;
      try {
        file.set(storeKey, expiresAt);
      } catch (error) {
        logFailure("The warning about an outdated update could not be stored", error);
      }
    },
  };
}

export type UpdateServices = {
  texts: () => DesktopTexts;
  /** Resolves once all pending writes are on disk. */
  settled: () => Promise<void>;
  /** The state stored across restarts. */
  file: StoreFile;
};

/** Checks for a newer version, downloads it and offers a restart. One check at a time. */
export class UpdateChecks {
  readonly #open: () => Promise<Updater>;
  readonly #services: UpdateServices;
  #updater: Updater | null = null;
  #running: Promise<void> | null = null;
  #downloading: string | null = null;
  #isForUser = false;
  #offered: string | null = null;
  readonly #warning: OutdatedWarning;

  constructor(open: () => Promise<Updater>, services: UpdateServices) {
    this.#open = open;
    this.#services = services;
    this.#warning = openOutdatedWarning(services.file);
  }

  /** Runs a periodic check. It shows nothing until an update is ready, but warns once of an outdated manifest. */
  quietly(): Promise<void> {
    return (this.#running ??= this.#run().finally(() => {
      this.#running = null;
      this.#isForUser = false;
    }));
  }

  /** Runs a check for the user and shows its result. Joins a check that is already running. */
  forUser(): Promise<void> {
    if (this.#downloading !== null && !this.#isForUser) {
      void showFound(this.#texts, this.#downloading);
    }
    this.#isForUser = true;
    return this.quietly();
  }

  get #texts() {
    return this.#services.texts().updates;
  }

  async #run(): Promise<void> {
    try {
      const update = await this.#check();
      if (update) await this.#fetch(update);
      else if (this.#isForUser) await showUpToDate(this.#texts);
    } catch (error) {
      await this.#showProblem(error); // already logged
    }
  }

  async #showProblem(error: unknown): Promise<void> {
    if (error instanceof OutdatedManifestError) {
      if (!this.#warning.isDue(error) && !this.#isForUser) return;
      this.#warning.remember(error);
      await showOutdated(this.#texts);
    } else if (this.#isForUser) {
      await (isOffline(error) ? showOffline : showFailed)(this.#texts);
    }
  }

  async #check(): Promise<FoundUpdate | null> {
    try {
      this.#updater ??= await this.#open();
    } catch (error) {
      logFailure("Checking for updates failed", error);
      throw error;
    }
    return this.#updater.check();
  }

  async #fetch({ version, download }: FoundUpdate): Promise<void> {
    const known = this.#offered === version;
    this.#downloading = version;
    try {
      await Promise.all([download(), this.#isForUser && !known && showFound(this.#texts, version)]);
    } finally {
      this.#downloading = null;
    }
    if (known && !this.#isForUser) return;
    this.#offered = version;
    if (await asksForRestart(this.#texts, version)) await this.#restart();
  }

  async #restart(): Promise<void> {
    await this.#services.settled();
    // The new version starts before this one has quit, and would see itself as a second instance.
    app.releaseSingleInstanceLock();
    await this.#updater?.install().finally(() => app.requestSingleInstanceLock());
  }
}
