import { createListeners } from "#shared/listeners.ts";
import type { Unsent } from "#shared/stored-values.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "./session-store.ts";
import { registerStorage } from "./storages.ts";

/** ID of this window; a reload gets a new one. */
const here = `${Date.now()}-${Math.random()}`;
/** ID of the user who made this window's changes; null until a user is known. */
let owner: string | null = null;
let changes: Unsent["changes"] = {};

/** Handlers for changes taken over from other windows, by kind. */
const receivers = new Map<string, (changes: unknown[]) => void>();
const dropped = createListeners();

/** Head start for a reloaded window to take over its own changes before other windows do. */
const reloadedAfterMs = 5_000;

/** Calls the listener when all unsent changes are dropped: at logout, or for another user. Returns the unsubscribe. */
export const onUnsentDropped = dropped.add;

function write(windows: Record<string, Unsent>): void {
  if (Object.keys(windows).length > 0) platform.write("unsentChanges", windows);
  else platform.remove("unsentChanges");
}

function store(): void {
  const { [here]: stored, ...others } = platform.read("unsentChanges");
  const isEmpty = Object.keys(changes).length === 0;
  const own = owner === null || isEmpty ? undefined : { userId: owner, changes };
  if (JSON.stringify(stored) === JSON.stringify(own)) return;
  write(own ? { ...others, [here]: own } : others);
}

export function storeUnsent(kind: string, all: unknown[]): void {
  const { [kind]: _, ...others } = changes;
  changes = all.length > 0 ? { ...others, [kind]: all } : others;
  store();
}

/**
 * Registers the handler for changes of one kind that an earlier or closed window could not send. It is called at once
 * if there are any, and whenever more are taken over.
 */
export function receiveUnsent(kind: string, receive: (changes: unknown[]) => void): void {
  receivers.set(kind, receive);
  const { [kind]: unsent } = changes;
  if (unsent) receive(unsent);
}

/** Takes over the changes that another window left; discards them if they are another user's. */
function adopt(window: string): void {
  const { [window]: unsent } = platform.read("unsentChanges");
  if (!unsent) return;
  if (owner === null || unsent.userId === owner) {
    owner = unsent.userId;
    for (const [kind, left] of Object.entries(unsent.changes)) {
      const keep = (all: unknown[]) => storeUnsent(kind, [...(changes[kind] ?? []), ...all]);
      (receivers.get(kind) ?? keep)(left);
    }
  }
  const { [window]: _, ...others } = platform.read("unsentChanges");
  write(others);
}

const lockOf = (window: string) => `unsent-changes-${window}`;

/** Never resolves: the lock is held until the window is closed. */
const untilClosed = () => new Promise<never>(() => {});

const followed = new Set([here]);

/**
 * Takes over the changes of another window: at once if it is closed, else some seconds after it closes, so that a
 * reloaded window takes over its own first.
 */
async function adoptOnceClosed(window: string): Promise<void> {
  await navigator.locks.request(lockOf(window), { ifAvailable: true }, (lock) => {
    if (!lock) return undefined;
    adopt(window);
    return untilClosed();
  });
  await navigator.locks.request(lockOf(window), () => {});
  setTimeout(() => void adoptOnceClosed(window), reloadedAfterMs);
}

/** Takes over the changes of other windows once they are closed; at once in browsers without Web Locks. */
function followWindows(): void {
  for (const window of Object.keys(platform.read("unsentChanges"))) {
    if (followed.has(window)) continue;
    followed.add(window);
    if (!("locks" in navigator)) adopt(window);
    else adoptOnceClosed(window).catch(() => adopt(window));
  }
}

function drop(): void {
  owner = null;
  changes = {};
  dropped.emit();
  store();
}

/** Assigns this window's changes to the current user; discards those of a previous one. */
function followUser(): void {
  const id = useSession.getState().user?.id;
  if (id === undefined || id === owner) return;
  if (owner !== null) drop();
  owner = id;
  store();
}

if ("locks" in navigator) navigator.locks.request(lockOf(here), untilClosed).catch(() => {});
followUser();
useSession.subscribe(followUser);
followWindows();
platform.onChange((name) => {
  if (name !== "unsentChanges") return;
  // Another window may have overwritten this window's changes, so they are stored again. An empty value may mean a
  // logout in another window: then nothing must be stored.
  if (Object.keys(platform.read("unsentChanges")).length > 0) store();
  followWindows();
});
registerStorage("unsentChanges", drop);
