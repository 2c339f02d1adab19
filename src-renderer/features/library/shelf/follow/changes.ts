import {
  changeShelf,
  mostChanges,
  type ShelfChange,
} from "../../../../../src-shared/api/shelf-changes.ts";
import { getShelf, getShelfEntry, listSaved } from "../../../../../src-shared/api/shelf.ts";
import { createListeners } from "../../../../../src-shared/listeners.ts";
import { call, type Answer } from "../../../../api-client/client.ts";
import { isLoss, onReconnect } from "../../../../api-client/connection.ts";
import { queryClient, queryKey } from "../../../../api-client/query.ts";
import { sendOnLeaving } from "../../../../api-client/send-on-leaving.ts";
import { useSession } from "../../../../session/session-store.ts";
import { registerStorage } from "../../../../session/storages.ts";

/** ms between the first change of a place and the request that sends the latest one. */
const sentAfter = 15_000;

/**
 * Changes that the server does not have yet, the latest one of each item. In memory only: what may be stored
 * on the device is a closed list (docs/decisions/0025-saved-and-begun.md).
 */
const waiting = new Map<string, ShelfChange>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;

type Item = Pick<ShelfChange, "type" | "kind" | "slug">;
const keyOf = ({ type, kind, slug }: Item) => `${type}/${kind}/${slug}`;

/** Has answers loaded again by the next page that shows them, not by the one on screen. */
const markOld = (filter: { queryKey: readonly unknown[] }) =>
  queryClient.invalidateQueries({ ...filter, refetchType: "none" });

/** Shows a state of an item wherever its entry is on screen. */
async function show(change: ShelfChange): Promise<void> {
  const { kind, slug } = change;
  const filter = { queryKey: [...queryKey(getShelfEntry), { params: { kind, slug } }] };
  const state =
    change.type === "saved"
      ? { isSaved: change.isKept }
      : { place: (change.isKept && change.place) || null };
  await queryClient.cancelQueries(filter);
  // Without an answer yet the rest stays unknown, and is asked for by the next page that needs it.
  queryClient.setQueriesData<Partial<Answer<typeof getShelfEntry>>>(filter, (held) => ({
    ...held,
    ...state,
  }));
  if (change.type === "saved") await markOld(filter);
}

/** Shows the answer to sent changes: items may have been changed later on another device, or refused. */
function settle(sent: readonly ShelfChange[], items: readonly ShelfChange[] | null): void {
  for (const change of sent) {
    const key = keyOf(change);
    // What was changed meanwhile is sent next.
    if (waiting.get(key) !== change) continue;
    waiting.delete(key);
    const undone = change.type === "saved" ? { ...change, isKept: !change.isKept } : null;
    const now = items ? items.find((item) => keyOf(item) === key) : undone;
    if (now) void show(now);
  }
  void markOld({ queryKey: queryKey(getShelf) });
  void markOld({ queryKey: queryKey(listSaved) });
}

const batch = () => ({
  sentAt: new Date().toISOString(),
  changes: [...waiting.values()].slice(0, mostChanges),
});

/** Sends what is waiting. Without a connection it waits on. */
export async function sendChanges(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (isSending || waiting.size === 0 || useSession.getState().user === null) return;
  isSending = true;
  const body = batch();
  const { data, error } = await call(changeShelf, {
    body,
    // Nobody waits for a place to be stored.
    silent: (failure) => isLoss(failure) || body.changes.every(({ type }) => type === "place"),
  });
  isSending = false;
  if (error && isLoss(error)) return;
  settle(body.changes, data?.items ?? null);
  if (waiting.size > 0) void sendChanges();
}

/**
 * Changes an item of the shelf, on screen at once. A saved entry is sent immediately, a place some seconds
 * later together with the places that follow. Without a session it does nothing.
 */
export function changeItem(change: ShelfChange): void {
  if (useSession.getState().user === null) return;
  waiting.set(keyOf(change), change);
  void show(change);
  if (change.type === "saved") void sendChanges();
  else timer ??= setTimeout(() => void sendChanges(), sentAfter);
}

/** Returns whether the server lacks a change. */
export const isWaiting = (): boolean => waiting.size > 0;

const leaving = createListeners();

/** Calls the listener before the page is hidden, for a last change. Returns the unsubscribe. */
export const onLeaving = leaving.add;

/** Sends what is waiting in a way that survives the page, and keeps it in case that fails. */
async function sendBeforeLeaving(): Promise<void> {
  leaving.emit();
  const { token, user } = useSession.getState();
  if (waiting.size === 0 || token === null || user === null) return;
  const body = batch();
  if (await sendOnLeaving(changeShelf, { body, token })) settle(body.changes, body.changes);
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void sendBeforeLeaving();
});
onReconnect(() => void sendChanges());
registerStorage("shelfChanges", () => {
  clearTimeout(timer);
  timer = undefined;
  isSending = false;
  waiting.clear();
});
