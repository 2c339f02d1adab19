import { createListeners } from "#shared/listeners.ts";
import type { Unsent } from "#shared/stored-values.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "./session-store.ts";
import { registerStorage } from "./storages.ts";

/** Names this window, until it is closed or reloaded. */
const here = `${Date.now()}-${Math.random()}`;
/** Whose the changes of this window are; null until a user is known. */
let owner: string | null = null;
let changes: Unsent["changes"] = {};

/** The handlers of changes that another window has left, by kind. */
const receivers = new Map<string, (changes: unknown[]) => void>();
const dropped = createListeners();

/** Time that a reloaded window has to take over its own changes. */
const reloadedAfterMs = 5_000;

/** Calls the listener when all unsent changes are given up: at logout, or for another user. Returns the unsubscribe. */
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

/** Registers the handler for changes of one kind that an earlier or closed window could not send, now and later. */
export function receiveUnsent(kind: string, receive: (changes: unknown[]) => void): void {
  receivers.set(kind, receive);
  const { [kind]: unsent } = changes;
  if (unsent) receive(unsent);
}

/** Takes over what a window has left, unless it is of another user. */
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

/** Takes over the changes of another window, at once or when it is closed; a reloaded window takes over its own before. */
async function adoptOnceClosed(window: string): Promise<void> {
  await navigator.locks.request(lockOf(window), { ifAvailable: true }, (lock) => {
    if (!lock) return undefined;
    adopt(window);
    return untilClosed();
  });
  await navigator.locks.request(lockOf(window), () => {});
  setTimeout(() => void adoptOnceClosed(window), reloadedAfterMs);
}

/** Takes over what other windows have stored, once they are closed; at once in browsers without locks. */
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

/** Has this window's changes belong to its user. */
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
  // Another window may have written at the same moment. Nothing is stored at all after a logout.
  if (Object.keys(platform.read("unsentChanges")).length > 0) store();
  followWindows();
});
registerStorage("unsentChanges", drop);
