import { useSyncExternalStore } from "react";
import { MutationObserver, type Mutation } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { createListeners } from "#shared/listeners.ts";
import type { PendingChanges } from "#shared/stored-values.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { queryClient, QueryFailure } from "#renderer/api-client/query.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "./session-store.ts";
import { registerStorage } from "./storages.ts";

/** Returns whether a change waits after a failure: for a connection, a login, or an API that works. */
export const isRetryable = ({ kind, status }: ApiFailure): boolean =>
  kind !== "rejected" || status === 429;

/** Returns whether a failure is no news for the user, since the change is sent again. */
export const isResent = (failure: ApiFailure): boolean =>
  isRetryable(failure) && failure.kind !== "unauthorized";

/** Resolves to the user's token once that user is there: another one may have logged in elsewhere. */
const untilUser = () =>
  new Promise<string>((resolve) => {
    const check = () => {
      const { user, token } = useSession.getState();
      if (user === null || token === null) return;
      stop();
      resolve(token);
    };
    const stop = useSession.subscribe(check);
    check();
  });

/** ID of this window; a reload gets a new one. */
const here = `${Date.now()}-${Math.random()}`;
/** ID of the user who made this window's changes; null until a user is known. */
let owner: string | null = null;
let ownChanges: PendingChanges["changes"] = {};

/** Handlers for changes taken over from other windows, by kind. */
const receivers = new Map<string, (changes: unknown[]) => void>();
const dropped = createListeners();

/** Head start for a reloaded window to take over its own changes before other windows do. */
const reloadedAfterMs = 5_000;

/** Calls the listener when all unsent changes are dropped: at logout, or for another user. Returns the unsubscribe. */
const onPendingDropped = dropped.add;

function write(windows: Record<string, PendingChanges>): void {
  if (Object.keys(windows).length > 0) platform.write("unsentChanges", windows);
  else platform.remove("unsentChanges");
}

function store(): void {
  const { [here]: stored, ...others } = platform.read("unsentChanges");
  const isEmpty = Object.keys(ownChanges).length === 0;
  const own = owner === null || isEmpty ? undefined : { userId: owner, changes: ownChanges };
  if (JSON.stringify(stored) === JSON.stringify(own)) return;
  write(own ? { ...others, [here]: own } : others);
}

function storePending(kind: string, all: unknown[]): void {
  const { [kind]: _, ...others } = ownChanges;
  ownChanges = all.length > 0 ? { ...others, [kind]: all } : others;
  store();
}

/**
 * Registers the handler for changes of one kind that an earlier or closed window could not send. It is called at once
 * if there are any, and whenever more are taken over.
 */
function receivePending(kind: string, receive: (changes: unknown[]) => void): void {
  receivers.set(kind, receive);
  const { [kind]: unsent } = ownChanges;
  if (unsent) receive(unsent);
}

/** Takes over the changes that another window left; discards them if they are another user's. */
function adopt(window: string): void {
  const { [window]: unsent } = platform.read("unsentChanges");
  if (!unsent) return;
  if (owner === null || unsent.userId === owner) {
    owner = unsent.userId;
    for (const [kind, left] of Object.entries(unsent.changes)) {
      const keep = (all: unknown[]) => storePending(kind, [...(ownChanges[kind] ?? []), ...all]);
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
  ownChanges = {};
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

type OutboxOptions<Change> = {
  /** Under which its changes are stored; part of the mutations' key. */
  kind: string;
  /** A change as it is stored, perhaps by another version of the app. */
  schema: z.ZodMiniType<Change>;
  /** What a change is about: a later one replaces it until it is sent. */
  itemOf: (change: Change) => string;
  /** Whether changes of several items that wait are sent together. */
  isBatched: boolean;
  /** Sends changes and shows the new state; resolves to the failure or null. They may come again. */
  send: (changes: readonly Change[], token: string) => Promise<ApiFailure | null>;
};

/** A change that the server does not have yet, why not, and whether it waits. */
export type PendingChange<Change> = {
  change: Change;
  failure: ApiFailure | null;
  isPaused: boolean;
};

/** Creates the outbox of one kind of changes: mutations of TanStack Query, sent in turn (decision 0046). */
export function createOutbox<Change>(options: OutboxOptions<Change>) {
  const { kind, schema, itemOf, isBatched, send } = options;
  const mutationKey = ["unsent", kind];
  const filters = { mutationKey, status: "pending" } as const;
  type Pending = Mutation<void, QueryFailure, Change[]>;
  const cache = queryClient.getMutationCache();
  const pending = () => cache.findAll(filters) as unknown[] as Pending[]; // `start` makes them
  const sending = new Set<Change[]>();

  queryClient.setMutationDefaults<void, QueryFailure, Change[]>(mutationKey, {
    scope: { id: kind },
    gcTime: 0,
    retry: (_, { failure }) => isRetryable(failure),
    mutationFn: async (changes) => {
      const token = await untilUser();
      // Replaced or given up meanwhile.
      if (!pending().some(({ state }) => state.variables === changes)) return;
      sending.add(changes);
      const failure = await send(changes, token).finally(() => sending.delete(changes));
      if (failure) throw new QueryFailure(failure);
    },
  });

  const keep = () =>
    storePending(
      kind,
      pending().flatMap(({ state }) => state.variables ?? []),
    );

  function start(changes: readonly Change[]): void {
    const all = isBatched ? [[...changes]] : changes.map((change) => [change]);
    for (const batch of all.filter(({ length }) => length > 0)) {
      const observer = new MutationObserver<void, QueryFailure, Change[]>(queryClient, {
        mutationKey,
      });
      void observer.mutate(batch).then(keep, keep);
    }
    keep();
  }

  /** Replaces the changes of items that are not being sent yet. */
  function replace(items: ReadonlySet<string>, changes: readonly Change[]): void {
    const isOther = (change: Change) => !items.has(itemOf(change));
    const replaced = pending().filter(
      ({ state: { variables = [] } }) =>
        !sending.has(variables) && (isBatched || !variables.every(isOther)),
    );
    for (const mutation of replaced) cache.remove(mutation);
    const others = replaced.flatMap(({ state }) => state.variables ?? []).filter(isOther);
    start([...others, ...changes]);
    // The first in line may have been replaced.
    void queryClient.resumePausedMutations();
  }

  // Not `useMutationState`, which notifies pages a moment later: a box would be ticked off and on again.
  const changed = createListeners();
  const select = ({ state }: Pending): PendingChange<Change>[] =>
    (state.variables ?? []).map((change) => ({
      change,
      failure: state.failureReason?.failure ?? null,
      isPaused: state.isPaused,
    }));
  let pendingNow = pending().flatMap(select);
  const read = () => pendingNow;
  cache.subscribe(({ mutation }) => {
    if (mutation?.options.mutationKey?.[1] !== kind) return;
    pendingNow = pending().flatMap(select);
    changed.emit();
  });
  onPendingDropped(() => pending().forEach((mutation) => cache.remove(mutation)));
  receivePending(kind, (unsentChanges) =>
    start(unsentChanges.flatMap((change) => schema.safeParse(change).data ?? [])),
  );

  return {
    add: (changes: readonly Change[]) => replace(new Set(changes.map(itemOf)), changes),
    /** Gives up the change of an item, unless it is on its way. */
    remove: (item: string) => replace(new Set([item]), []),
    /** Returns the changes that the server does not have yet, oldest first. */
    pending: read,
    /** Hook: the same. */
    usePending: () => useSyncExternalStore(changed.add, read, read),
  };
}
