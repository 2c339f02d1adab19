import {
  changeShelf,
  maxChanges,
  shelfChangeSchema,
  type ShelfChange,
} from "#shared/api/shelf-changes.ts";
import { getShelf, getShelfEntry, listSaved } from "#shared/api/shelf.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { createListeners } from "#shared/listeners.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import { call, type Answer } from "#renderer/api-client/client.ts";
import { queryClient, queryKey, untilRendered, useApiQuery } from "#renderer/api-client/query.ts";
import { callOnLeaving } from "#renderer/api-client/call-on-leaving.ts";
import { createOutbox, isResent, isRetryable } from "#renderer/session/outbox.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { registerStorage } from "#renderer/session/storages.ts";
import { shelfEntryQuery } from "../../queries.ts";

/** Time between the first change of a position and the request that sends the latest one. */
const sentAfterMs = 15_000;

type Item = Pick<ShelfChange, "type" | "kind" | "slug" | "item">;
const keyOf = ({ type, kind, slug, item = "" }: Item) => `${type}/${kind}/${slug}/${item}`;

/** The shelf entry as far as it is known: all of it, or only the changes made before the first answer. */
type ShelfState = Partial<Answer<typeof getShelfEntry>>;

/** Returns the shelf entry with a change applied. */
function stateAfter(held: ShelfState, { type, isKept, place, item }: ShelfChange): ShelfState {
  if (type === "saved") return { ...held, isSaved: isKept };
  if (type === "place") return { ...held, place: (isKept && place) || null };
  const others = (held.ticks ?? []).filter((each) => each !== item);
  return { ...held, ticks: isKept && item !== undefined ? [...others, item] : others };
}

/** Has answers loaded again by the next page that shows them, not by the one on screen; with "inactive", now if no page shows them. */
const markOld = (
  filter: { queryKey: readonly unknown[] },
  refetchType: "none" | "inactive" = "none",
) => queryClient.invalidateQueries({ ...filter, refetchType });

/** Shows an item as the server has it, wherever its entry is on screen. */
async function show(change: ShelfChange): Promise<void> {
  const { kind, slug } = change;
  const filter = { queryKey: [...queryKey(getShelfEntry), { params: { kind, slug } }] };
  await queryClient.cancelQueries(filter);
  const isPartial = queryClient
    .getQueriesData<ShelfState>(filter)
    .some(([, held]) => held?.ticks === undefined);
  queryClient.setQueriesData<ShelfState>(filter, (held = {}) => stateAfter(held, change));
  if (isPartial) await queryClient.invalidateQueries(filter);
  else if (change.type === "saved") await markOld(filter);
}

/** Sends changes; in a request that outlives the page if it is hidden, since it may be closed next. */
function put(
  changes: ShelfChange[],
  token: string,
): Promise<ApiResult<Answer<typeof changeShelf>>> {
  const body = { sentAt: new Date().toISOString(), changes };
  if (document.visibilityState === "hidden") return callOnLeaving(changeShelf, { body, token });
  // Nobody waits for a position to be stored.
  const silent = (failure: ApiFailure) =>
    isResent(failure) || changes.every(({ type }) => type === "place");
  return call(changeShelf, { body, token, silent });
}

/** Shows items as the server has them: another device may have changed them later, or they were refused. */
async function settle(items: readonly ShelfChange[] | null): Promise<void> {
  if (!items) return queryClient.invalidateQueries({ queryKey: queryKey(getShelfEntry) });
  await Promise.all(items.map(show));
  // The next page may be opened without a connection, and would show the list as it was before.
  const isSaving = items.some(({ type }) => type === "saved");
  void markOld({ queryKey: queryKey(listSaved) }, isSaving ? "inactive" : "none");
  void markOld({ queryKey: queryKey(getShelf) });
  return untilRendered();
}

const outbox = createOutbox({
  kind: "shelf",
  schema: shelfChangeSchema,
  itemOf: keyOf,
  isBatched: true,
  send: async (changes, token) => {
    for (let sent = 0; sent < changes.length; sent += maxChanges) {
      const { data, error } = await put(changes.slice(sent, sent + maxChanges), token);
      if (!error || !isRetryable(error)) await settle(data?.items ?? null);
      if (error) return error;
    }
    return null;
  },
});

/** Returns, as a function and as a hook, the changes of the shelf that the server does not have yet. */
export const { pending: pendingShelfChanges, usePending: usePendingShelfChanges } = outbox;

/** Positions whose request is due in some seconds. */
const positions = new Map<string, ShelfChange>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends positions without waiting for the next ones. */
export function sendPositions(): void {
  clearTimeout(timer);
  timer = undefined;
  const changes = [...positions.values()];
  positions.clear();
  if (changes.length > 0) outbox.add(changes);
}

/** Changes items of the shelf, on screen at once. Positions are sent some seconds later, all else at once. */
export function changeItems(changes: readonly ShelfChange[]): void {
  if (useSession.getState().user === null) return;
  const isPlace = ({ type }: ShelfChange) => type === "place";
  for (const place of changes.filter(isPlace)) positions.set(keyOf(place), place);
  const others = changes.filter((change) => !isPlace(change));
  if (others.length > 0) outbox.add(others);
  if (positions.size > 0) timer ??= setTimeout(sendPositions, sentAfterMs);
}

export const changeItem = (change: ShelfChange): void => changeItems([change]);

/** Returns whether the server lacks a change. */
export const isWaiting = (): boolean => positions.size > 0 || pendingShelfChanges().length > 0;

/** Hook: whether an entry is saved, the position and the ticks in it: what the server has, and what it does not have yet. */
export function useShelfEntry(
  { kind, slug }: { kind: ContentKind; slug: string },
  { enabled = true }: { enabled?: boolean } = {},
) {
  const { data, refetch } = useApiQuery(...shelfEntryQuery(kind, slug), { enabled });
  const pending = usePendingShelfChanges().filter(
    ({ change }) => change.kind === kind && change.slug === slug,
  );
  const start: ShelfState | undefined = data;
  const held = pending.reduce((state, { change }) => stateAfter(state ?? {}, change), start);
  return { data: held, refetch };
}

const leaving = createListeners();

/** Calls the listener before the page is hidden, for a last change. Returns the unsubscribe. */
export const onLeaving = leaving.add;

// The server loads this module with the feature, and has no document.
if (!import.meta.env.SSR) {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    leaving.emit();
    sendPositions();
  });
}
registerStorage("shelfPlaces", () => {
  clearTimeout(timer);
  timer = undefined;
  positions.clear();
});
