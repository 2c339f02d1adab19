import {
  checkDraft,
  getStudioEntry,
  saveDraft,
  type Draft,
  type DraftProblem,
  type StudioEntry,
} from "#shared/api/studio.ts";
import { backOffMs, type BackOff } from "#shared/back-off.ts";
import { createListeners } from "#shared/listeners.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { isConnectionFailure, onReconnect } from "#renderer/api-client/connection.ts";
import { platform } from "#renderer/platform/current-platform.ts";

/** Time between the last change and its save. */
export const savePauseMs = 1_500;
/** Time between the first change that is not kept on the device and its copy there, also while somebody types without a pause. */
const keepAfterMs = 500;
/** Time until a save without an answer is given up: long texts, slow connections. */
const saveTimeoutMs = 60_000;
const retryAfter: BackOff = { firstMs: 2_000, maxMs: 60_000 };

type SaveStatus =
  | { kind: "saved" }
  /** Changed; will be saved when typing pauses. */
  | { kind: "changed" }
  | { kind: "saving" }
  | { kind: "failed"; failure: ApiFailure; isRetried: boolean }
  /** Somebody else, or another window, saved another text. Nothing is saved until the user decides. */
  | { kind: "conflict"; theirs: StudioEntry };

export type DraftState = {
  draft: Draft;
  /** Raised when the whole draft is replaced: editors start again from it. */
  version: number;
  /** The entry as the API last sent it; its `draft` may be older. */
  entry: StudioEntry;
  problems: readonly DraftProblem[];
  status: SaveStatus;
  /** When it was last saved by this window, in ms since 1970. */
  savedAt: number | null;
  /** Whether unsaved text is stored on this device. */
  isStored: boolean;
  /** Author of the version last taken over from elsewhere. */
  takenOver: StudioEntry["edited"];
};

/** A working copy on the device that the server does not have, or not yet. */
export type UnsavedDraft = {
  userId: string;
  kind: string;
  slug: string;
  draft: Draft;
  /** When it was written, ISO. */
  at: string;
};

/** Returns a value as JSON whose keys are in order: the database does not keep theirs. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Returns whether two working copies have the same content. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one === other || canonical(one) === canonical(other);

/** Whether it is unknown if a save has arrived. */
const isUnanswered = (failure: ApiFailure) =>
  isConnectionFailure(failure) || failure.kind === "unexpected";

/** Whether retrying this save can succeed: not if its content is refused, or the entry is gone. */
const mayHelp = (failure: ApiFailure) =>
  isUnanswered(failure) ||
  failure.code === "storage-full" ||
  failure.status === 429 ||
  failure.status === 403;

/** Name of the Web Lock that a saver holds: what it keeps is not offered to other windows meanwhile. */
export const lockOf = (key: string) => `unsaved-draft-${key}`;

/**
 * Saves one working copy as it is written. One save at a time; a newer change waits for the running one. Each save names
 * the revision that it is based on, and never replaces a text that this window has neither sent nor shown. What is not
 * saved is kept on the device.
 */
export class DraftSaver {
  /** Whose text it is: nobody else saves it. */
  readonly userId: string;
  readonly #key: string;
  readonly #changed = createListeners();
  #state: DraftState;
  /** The draft that the server has, as far as this window knows, and its revision. */
  #saved: Draft;
  #revision: number;
  /** Drafts that were sent without an answer: the server may have stored one. */
  #unanswered: Draft[] = [];
  #failures = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #waitingSave: Promise<boolean> | null = null;
  #storing: Promise<unknown> = Promise.resolve();
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #isOnDevice = false;
  #isOver = false;
  readonly #end: () => void;

  constructor(entry: StudioEntry, userId: string) {
    this.userId = userId;
    this.#key = `${entry.kind}/${entry.slug}/${Date.now()}-${Math.random()}`;
    this.#saved = entry.draft;
    this.#revision = entry.revision;
    this.#state = {
      draft: entry.draft,
      version: 0,
      entry,
      problems: entry.problems,
      status: { kind: "saved" },
      savedAt: null,
      isStored: false,
      takenOver: null,
    };
    const stopFollowing = onReconnect(() => {
      const { status } = this.#state;
      if (status.kind === "failed" && status.isRetried) void this.save();
    });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    if ("locks" in navigator) {
      navigator.locks.request(lockOf(this.#key), () => promise).catch(() => {});
    }
    this.#end = () => {
      stopFollowing();
      release();
    };
  }

  read = (): DraftState => this.#state;

  subscribe = (listener: () => void) => this.#changed.add(listener);

  hasUnsaved = (): boolean => this.#state.draft !== this.#saved;

  #set(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed.emit();
  }

  /**
   * Changes the draft; it is saved when the changes pause. `isOnScreen`: an editor shows the change itself, so the page is
   * not rendered for each key.
   */
  change = (next: (draft: Draft) => Draft, isOnScreen = false): void => {
    const draft = next(this.#state.draft);
    if (draft === this.#state.draft) return;
    const { status } = this.#state;
    const waits =
      status.kind === "saving" ||
      status.kind === "conflict" ||
      (status.kind === "failed" && status.isRetried);
    const isNews = !waits && status.kind !== "changed";
    this.#state = { ...this.#state, draft, ...(isNews && { status: { kind: "changed" } }) };
    if (isNews || !isOnScreen) this.#changed.emit();
    this.#keepTimer ??= setTimeout(() => this.keep(), keepAfterMs);
    if (waits) return; // the running save goes on with it, or what it waits for
    this.#saveIn(savePauseMs);
  };

  #saveIn(ms: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.save(), ms);
  }

  /** Saves unsaved changes at once. Resolves to whether everything is saved then. */
  save = (): Promise<boolean> => {
    clearTimeout(this.#saveTimer);
    this.#waitingSave ??= this.#inTurn(() => {
      this.#waitingSave = null;
      return this.#saveAll();
    });
    return this.#waitingSave;
  };

  /** Runs something when nothing else is sent for this entry. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(run);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #saveAll(): Promise<boolean> {
    const { kind, slug } = this.#state.entry;
    while (this.hasUnsaved() && this.#state.status.kind !== "conflict" && !this.#isOver) {
      const sent = this.#state.draft;
      this.#set({ status: { kind: "saving" } });
      const { data, error } = await call(saveDraft, {
        params: { kind, slug },
        body: { revision: this.#revision, draft: sent },
        silent: true,
        timeoutMs: saveTimeoutMs,
      });
      if (data) {
        this.#store(sent, data.revision);
        const { edited, problems } = data;
        const entry = { ...this.#state.entry, isChanged: true, edited };
        this.#set({ entry, problems, savedAt: Date.now() });
      } else if (isUnanswered(error)) {
        this.#unanswered.push(sent);
        return this.#fail(error);
      } else if (error.code !== "conflict") return this.#fail(error);
      else if (!(await this.#meetConflict())) return false;
    }
    if (this.hasUnsaved()) return false;
    this.#forget();
    this.#set({ status: { kind: "saved" } });
    return true;
  }

  /** Notes what the server has now. */
  #store(draft: Draft, revision: number): void {
    this.#saved = draft;
    this.#revision = revision;
    this.#unanswered = [];
    this.#failures = 0;
  }

  #fail(failure: ApiFailure): false {
    const isRetried = mayHelp(failure);
    this.#set({ status: { kind: "failed", failure, isRetried } });
    if (isRetried && !this.#isOver) {
      const pause = backOffMs(retryAfter, this.#failures);
      this.#saveIn(Math.max(pause, (failure.retryAfter ?? 0) * 1_000));
    }
    this.#failures += 1;
    return false;
  }

  /**
   * Looks at what is stored in place of the revision that a save named. A text that this window has shown or sent needs
   * no decision: an answer was lost, or something else about the entry changed. Resolves to whether saving goes on.
   */
  async #meetConflict(): Promise<boolean> {
    const { kind, slug } = this.#state.entry;
    const { data: theirs, error } = await call(getStudioEntry, {
      params: { kind, slug },
      silent: true,
      timeoutMs: saveTimeoutMs,
    });
    if (error) return this.#fail(error);
    const own = [this.#state.draft, this.#saved, ...this.#unanswered];
    const known = own.find((draft) => isSameDraft(draft, theirs.draft));
    if (!known) {
      this.keep();
      this.#set({ status: { kind: "conflict", theirs } });
      return false;
    }
    if (theirs.revision === this.#revision) {
      return this.#fail({ kind: "unexpected", message: "" }); // the API contradicts itself
    }
    this.#store(known, theirs.revision);
    this.#set({ entry: theirs, problems: theirs.problems });
    return true;
  }

  /** Saves this window's text over the one that was stored meanwhile. */
  keepMine(): void {
    const { status } = this.#state;
    if (status.kind !== "conflict") return;
    this.#store(status.theirs.draft, status.theirs.revision);
    this.#set({ entry: status.theirs, status: { kind: "changed" } });
    void this.save();
  }

  /** Goes on with the text that was stored meanwhile, and gives up this window's. */
  takeTheirs(): void {
    const { status } = this.#state;
    if (status.kind !== "conflict") return;
    this.#adopt(status.theirs);
    this.#forget();
  }

  /** Takes over a version saved elsewhere, if nothing was typed here since the last save. */
  async follow(): Promise<void> {
    const isIdle = () => !this.#isOver && !this.hasUnsaved() && this.#state.status.kind === "saved";
    if (!isIdle()) return;
    const { kind, slug } = this.#state.entry;
    const options = { params: { kind, slug }, silent: true, background: true } as const;
    await this.#inTurn(async () => {
      if (!isIdle()) return;
      const { data: now } = await call(checkDraft, options);
      if (!now || now.revision <= this.#revision) return;
      const { data: theirs } = await call(getStudioEntry, options);
      if (!theirs || !isIdle()) return; // what is typed meanwhile meets theirs when it is saved
      if (isSameDraft(theirs.draft, this.#saved)) this.#take(theirs, this.#state.draft);
      else {
        this.#adopt(theirs);
        this.#set({ takenOver: theirs.edited });
      }
    });
  }

  #adopt(entry: StudioEntry): void {
    this.#store(entry.draft, entry.revision);
    this.#set({
      draft: entry.draft,
      version: this.#state.version + 1,
      entry,
      problems: entry.problems,
      status: { kind: "saved" },
    });
  }

  /** Replaces the whole draft, with one that was kept on the device for example, and saves it. */
  replace(draft: Draft): void {
    this.change(() => draft);
    this.#set({ version: this.#state.version + 1 });
    void this.save();
  }

  /**
   * Saves, and then has something done to the entry that answers it as it is then: a publication for example. Resolves to
   * the failure, or null. What is typed meanwhile is saved on top of it.
   */
  act(run: (revision: number) => Promise<ApiResult<StudioEntry>>): Promise<ApiFailure | null> {
    return this.#inTurn(async () => {
      if (!(await this.#saveAll())) return this.#failure();
      const before = this.#state.draft;
      let { data, error } = await run(this.#revision);
      if (error?.code === "conflict" && (await this.#meetConflict())) {
        ({ data, error } = await run(this.#revision));
      }
      if (error || !data) return this.#refuse(error);
      this.#take(data, before);
      return null;
    });
  }

  #failure(): ApiFailure {
    const { status } = this.#state;
    if (status.kind === "failed") return status.failure;
    return { kind: "rejected", message: "", code: "conflict" };
  }

  /** Shows what keeps a draft from being published at its fields. */
  #refuse(error: ApiFailure | null): ApiFailure {
    const failure = error ?? { kind: "unexpected", message: "" };
    const problems = Object.entries(failure.fields ?? {}).map(([place, message]) => ({
      place,
      message,
    }));
    if (problems.length > 0) this.#set({ problems });
    return failure;
  }

  #take(entry: StudioEntry, before: Draft): void {
    const { draft } = this.#state;
    if (draft === before && !isSameDraft(draft, entry.draft)) return this.#adopt(entry);
    // The same content keeps its identity, so that editors stay as they are.
    this.#store(draft === before ? draft : entry.draft, entry.revision);
    this.#set({ entry, problems: entry.problems });
    if (this.hasUnsaved()) this.#saveIn(savePauseMs);
  }

  /** Stores unsaved text on the device. */
  keep(): void {
    this.#stopKeeping();
    const { draft, entry } = this.#state;
    if (!this.hasUnsaved() || this.#isOver) return;
    const { kind, slug } = entry;
    const at = new Date().toISOString();
    const unsavedDraft: UnsavedDraft = { userId: this.userId, kind, slug, draft, at };
    this.#onDevice(async () => {
      if (this.#isOver) return;
      this.#isOnDevice = true;
      const isStored = await platform.unsavedDrafts.write(this.#key, unsavedDraft);
      this.#set({ isStored: isStored && this.hasUnsaved() });
    });
  }

  /** Writes to the device, in order. */
  #onDevice(write: () => Promise<void>): void {
    this.#storing = this.#storing.then(write);
  }

  #stopKeeping(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
  }

  #forget(): void {
    this.#stopKeeping();
    this.#onDevice(async () => {
      if (!this.#isOnDevice) return;
      this.#isOnDevice = false;
      await platform.unsavedDrafts.write(this.#key, null);
    });
    this.#set({ isStored: false });
  }

  /** Leaves the page: stores unsaved text on the device, and tries once more to save it unless the session is over. */
  async leave(canSave: boolean): Promise<void> {
    this.keep();
    if (canSave && this.hasUnsaved()) await this.save();
    await this.#storing;
    this.stop();
  }

  /** Ends at once, as after a logout, which has cleared the device: nothing is saved or kept any more. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#saveTimer);
    this.#stopKeeping();
    this.#end();
  }
}
