import { app } from "electron";
import type { DesktopTexts } from "../desktop-texts.ts";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";
import { isOffline } from "./is-offline.ts";
import { OutdatedManifestError } from "./manifest-trust.ts";
import { openOutdatedWarning, type OutdatedWarning } from "./outdated-warning.ts";
import {
  asksForRestart,
  showFailed,
  showFound,
  showOffline,
  showOutdated,
  showUpToDate,
} from "./update-dialogs.ts";
import type { FoundUpdate, Updater } from "./updater.ts";

/** What updates need of the shell. */
export type UpdateServices = {
  texts: () => DesktopTexts;
  /** Resolves once all pending writes are on disk. */
  settled: () => Promise<void>;
  /** The state kept across restarts. */
  file: StoreFile;
};

/** Checks for a newer version, downloads it and offers a restart. One check at a time. */
export class UpdateChecks {
  readonly #open: () => Promise<Updater>;
  readonly #services: UpdateServices;
  #updater: Updater | null = null;
  #running: Promise<void> | null = null;
  #downloading: string | null = null;
  #asked = false;
  #offered: string | null = null;
  readonly #warning: OutdatedWarning;

  constructor(open: () => Promise<Updater>, services: UpdateServices) {
    this.#open = open;
    this.#services = services;
    this.#warning = openOutdatedWarning(services.file);
  }

  /**
   * Runs a periodic check. It shows nothing until an update is ready, except a warning for outdated
   * manifests, once for each manifest across restarts.
   */
  quietly(): Promise<void> {
    return (this.#running ??= this.#run().finally(() => {
      this.#running = null;
      this.#asked = false;
    }));
  }

  /** Runs a check for the user and shows its result. Joins a check that is already running. */
  forUser(): Promise<void> {
    if (this.#downloading !== null && !this.#asked) {
      void showFound(this.#texts, this.#downloading);
    }
    this.#asked = true;
    return this.quietly();
  }

  get #texts() {
    return this.#services.texts().updates;
  }

  async #run(): Promise<void> {
    try {
      const update = await this.#check();
      if (update) await this.#fetch(update);
      else if (this.#asked) await showUpToDate(this.#texts);
    } catch (error) {
      await this.#showProblem(error); // already logged
    }
  }

  async #showProblem(error: unknown): Promise<void> {
    if (error instanceof OutdatedManifestError) {
      if (!this.#warning.isDue(error) && !this.#asked) return;
      this.#warning.remember(error);
      await showOutdated(this.#texts);
    } else if (this.#asked) {
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
      await Promise.all([download(), this.#asked && !known && showFound(this.#texts, version)]);
    } finally {
      this.#downloading = null;
    }
    if (known && !this.#asked) return;
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
