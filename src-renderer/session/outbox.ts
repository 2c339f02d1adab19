import { useSyncExternalStore } from "react";
import { MutationObserver, type Mutation } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { createListeners } from "#shared/listeners.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { queryClient, QueryFailure } from "#renderer/api-client/query.ts";
import { useSession } from "./session-store.ts";
import { storeUnsent, onUnsentDropped, receiveUnsent } from "./unsent-store.ts";

/** Returns whether a change waits after a failure: for a connection, a login, or an API that works. */
export const waits = ({ kind, status }: ApiFailure): boolean =>
  kind !== "rejected" || status === 429;

/** Returns whether a failure is no news for the user, since the change is sent again. */
export const isSentAgain = (failure: ApiFailure): boolean =>
  waits(failure) && failure.kind !== "unauthorized";

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
export type UnsentChange<Change> = {
  change: Change;
  failure: ApiFailure | null;
  isPaused: boolean;
};

/** Creates the outbox of one kind of changes: mutations of TanStack Query, sent in turn (decision 0046). */
export function createOutbox<Change>(options: OutboxOptions<Change>) {
  const { kind, schema, itemOf, isBatched, send } = options;
  const mutationKey = ["unsent", kind];
  const filters = { mutationKey, status: "pending" } as const;
  type Unsent = Mutation<void, QueryFailure, Change[]>;
  const cache = queryClient.getMutationCache();
  const pending = () => cache.findAll(filters) as unknown[] as Unsent[]; // `start` makes them
  const sending = new Set<Change[]>();

  queryClient.setMutationDefaults<void, QueryFailure, Change[]>(mutationKey, {
    scope: { id: kind },
    gcTime: 0,
    retry: (_, { failure }) => waits(failure),
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
    storeUnsent(
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
  const select = ({ state }: Unsent): UnsentChange<Change>[] =>
    (state.variables ?? []).map((change) => ({
      change,
      failure: state.failureReason?.failure ?? null,
      isPaused: state.isPaused,
    }));
  let unsent = pending().flatMap(select);
  const read = () => unsent;
  cache.subscribe(({ mutation }) => {
    if (mutation?.options.mutationKey?.[1] !== kind) return;
    unsent = pending().flatMap(select);
    changed.emit();
  });
  onUnsentDropped(() => pending().forEach((mutation) => cache.remove(mutation)));
  receiveUnsent(kind, (unsentChanges) =>
    start(unsentChanges.flatMap((change) => schema.safeParse(change).data ?? [])),
  );

  return {
    add: (changes: readonly Change[]) => replace(new Set(changes.map(itemOf)), changes),
    /** Gives up the change of an item, unless it is on its way. */
    remove: (item: string) => replace(new Set([item]), []),
    /** Returns the changes that the server does not have yet, oldest first. */
    unsent: read,
    /** Hook: the same. */
    useUnsent: () => useSyncExternalStore(changed.add, read, read),
  };
}
