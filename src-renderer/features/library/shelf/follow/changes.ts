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

type Item = Pick<ShelfChange, "type" | "kind" | "slug" | "item">;
const keyOf = ({ type, kind, slug, item = "" }: Item) => `${type}/${kind}/${slug}/${item}`;

type Held = Partial<Answer<typeof getShelfEntry>>;

/** Has answers loaded again by the next page that shows them, not by the one on screen. */
const markOld = (filter: { queryKey: readonly unknown[] }) =>
  queryClient.invalidateQueries({ ...filter, refetchType: "none" });

/** Returns the part of what is held about an entry that a change replaces. */
function stateAfter({ type, isKept, place, item }: ShelfChange, { ticks = [] }: Held) {
  if (type === "saved") return { isSaved: isKept };
  if (type === "place") return { place: (isKept && place) || null };
  const others = ticks.filter((each) => each !== item);
  return { ticks: isKept && item !== undefined ? [...others, item] : others };
}

/** Shows a state of an item wherever its entry is on screen. `isStored`: the server has it. */
async function show(change: ShelfChange, { isStored }: { isStored: boolean }): Promise<void> {
  const { kind, slug } = change;
  const filter = { queryKey: [...queryKey(getShelfEntry), { params: { kind, slug } }] };
  await queryClient.cancelQueries(filter);
  const isPartial = queryClient
    .getQueriesData<Held>(filter)
    .some(([, held]) => held?.ticks === undefined);
  // Changed before the first answer: the rest is unknown until the server has the change.
  queryClient.setQueriesData<Held>(filter, (held = {}) => ({
    ...held,
    ...stateAfter(change, held),
  }));
  if (isStored && isPartial) await queryClient.invalidateQueries(filter);
  else if (change.type === "saved") await markOld(filter);
}

const settled = createListeners<readonly ShelfChange[]>();

/** Calls the listener with changes that the server merged or refused, once that is on screen. Returns the unsubscribe. */
export const onSettled = settled.add;

/** Shows the answer to sent changes: items may have been changed later on another device, or refused. */
async function settle(
  sent: readonly ShelfChange[],
  items: readonly ShelfChange[] | null,
): Promise<void> {
  // What was changed meanwhile is sent next.
  const done = sent.filter((change) => waiting.get(keyOf(change)) === change);
  const shown = done.map(async (change) => {
    const key = keyOf(change);
    waiting.delete(key);
    const undone = change.type === "saved" ? { ...change, isKept: !change.isKept } : null;
    const now = items ? items.find((item) => keyOf(item) === key) : undone;
    if (now) await show(now, { isStored: true });
  });
  void markOld({ queryKey: queryKey(getShelf) });
  void markOld({ queryKey: queryKey(listSaved) });
  await Promise.all(shown);
  settled.emit(done);
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
  void settle(body.changes, data?.items ?? null);
  if (waiting.size > 0) void sendChanges();
}

/**
 * Changes items of the shelf, on screen at once except for ticks, which their recipe shows. Places are sent some
 * seconds later together with those that follow, everything else immediately. Without a session it does nothing.
 */
export function changeItems(changes: readonly ShelfChange[]): void {
  if (useSession.getState().user === null) return;
  for (const change of changes) {
    waiting.set(keyOf(change), change);
    if (change.type !== "tick") void show(change, { isStored: false });
  }
  if (changes.some(({ type }) => type !== "place")) void sendChanges();
  else timer ??= setTimeout(() => void sendChanges(), sentAfter);
}

/** Changes one item. */
export const changeItem = (change: ShelfChange): void => changeItems([change]);

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
  if (await sendOnLeaving(changeShelf, { body, token })) void settle(body.changes, body.changes);
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
