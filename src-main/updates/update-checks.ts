import { app } from "electron";
import type { DesktopTexts } from "../desktop-texts.ts";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";
import { isOffline } from "./is-offline.ts";
import { OutdatedManifestError } from "./manifest-trust.ts";
import { openOutdatedWarning, type OutdatedWarning } from "./outdated-warning.ts";
import {
  asksForRestart,
  tellFailed,
  tellFound,
  tellOffline,
  tellOutdated,
  tellUpToDate,
} from "./update-dialogs.ts";
import type { FoundUpdate, Updater } from "./updater.ts";

/** What the shell lends to updates. */
export type UpdateServices = {
  texts: () => DesktopTexts;
  /** Ends once all that was to be written lies on the disk. */
  settled: () => Promise<void>;
  /** What is remembered from one start to the next. */
  file: StoreFile;
};

/** Looks for a newer version, downloads it and offers a restart. One look at a time. */
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
   * By itself, from time to time: says nothing until there is something to restart for, or updates
   * are held back, which is said once for each outdated manifest, over all starts.
   */
  quietly(): Promise<void> {
    return (this.#running ??= this.#run().finally(() => {
      this.#running = null;
      this.#asked = false;
    }));
  }

  /** For a user who asked: tells what came of it, also of a look that is under way. */
  forUser(): Promise<void> {
    if (this.#downloading !== null && !this.#asked) {
      void tellFound(this.#texts, this.#downloading);
    }
    this.#asked = true;
    return this.quietly();
  }

  get #texts() {
    return this.#services.texts().updates;
  }

  async #run(): Promise<void> {
    try {
      const update = await this.#look();
      if (update) await this.#fetch(update);
      else if (this.#asked) await tellUpToDate(this.#texts);
    } catch (error) {
      await this.#tellProblem(error); // it is logged where it came from
    }
  }

  async #tellProblem(error: unknown): Promise<void> {
    if (error instanceof OutdatedManifestError) {
      if (!this.#warning.isDue(error) && !this.#asked) return;
      this.#warning.remember(error);
      await tellOutdated(this.#texts);
    } else if (this.#asked) {
      await (isOffline(error) ? tellOffline : tellFailed)(this.#texts);
    }
  }

  async #look(): Promise<FoundUpdate | null> {
    try {
      this.#updater ??= await this.#open();
    } catch (error) {
      logFailure("Updates cannot be looked for", error);
      throw error;
    }
    return this.#updater.check();
  }

  async #fetch({ version, download }: FoundUpdate): Promise<void> {
    const known = this.#offered === version;
    this.#downloading = version;
    try {
      await Promise.all([download(), this.#asked && !known && tellFound(this.#texts, version)]);
    } finally {
      this.#downloading = null;
    }
    if (known && !this.#asked) return;
    this.#offered = version;
    if (await asksForRestart(this.#texts, version)) await this.#restart();
  }

  async #restart(): Promise<void> {
    await this.#services.settled();
    // The new version starts before this one has ended, and would take itself for a second start.
    app.releaseSingleInstanceLock();
    await this.#updater?.install().finally(() => app.requestSingleInstanceLock());
  }
}
