import { create } from "zustand";
import { tickShowItem, type Show } from "../../../../src-shared/api/show-day.ts";
import { isLoss, onReconnect } from "../../../api-client/connection.ts";
import { useSession } from "../../../session/session-store.ts";
import { registerStorage } from "../../../session/storages.ts";
import { changeShows } from "./show-changes.ts";

/** A tick, or its removal, that the server does not have yet: of a show, by its id, with an ISO time. */
type Waiting = { id: string; item: string; isDone: boolean; at: string };

/** Ticks on their way or waiting for a connection, the last one of each item, and the show whose last one was refused. */
type Ticks = { waiting: readonly Waiting[]; failed: string | null };

const none: Ticks = { waiting: [], failed: null };

/** In memory only, as other changes that wait for a connection (docs/decisions/0025-saved-and-begun.md). */
export const useWaitingTicks = create<Ticks>(() => none);

let isSending = false;

/** Sends what is waiting, one after another, since each answer is the whole show. Without a connection it waits on. */
async function sendTicks(): Promise<void> {
  const [tick] = useWaitingTicks.getState().waiting;
  if (isSending || !tick || useSession.getState().user === null) return;
  isSending = true;
  const { id, item, isDone, at } = tick;
  const sentAt = new Date().toISOString();
  const body = { item, isDone, at, sentAt };
  const { error } = await changeShows(tickShowItem, { params: { id }, body });
  isSending = false;
  if (error && isLoss(error)) return;
  useWaitingTicks.setState(({ waiting }) => ({
    // One of the same item that was made meanwhile is sent next.
    waiting: waiting.filter((each) => each !== tick),
    failed: error ? id : null,
  }));
  void sendTicks();
}

function keep(tick: Waiting): void {
  const isOther = ({ id, item }: Waiting) => id !== tick.id || item !== tick.item;
  useWaitingTicks.setState(({ waiting }) => ({ waiting: [...waiting.filter(isOther), tick] }));
  void sendTicks();
}

onReconnect(() => void sendTicks());
registerStorage("showTicks", () => useWaitingTicks.setState(none));

/** Which items are done, and what ticks one; `tick` is null where nothing can be stored. */
export type ShowTicks = {
  hasFailed: boolean;
  isDone: (item: string) => boolean;
  tick: ((item: string, isDone: boolean) => void) | null;
};

/**
 * Ticks items of a show, at once on screen; without a connection they wait for one. `hasFailed`: the server refused the
 * last one, which is taken back.
 */
export function useShowTicks({ id, ticks }: Show): ShowTicks {
  const { waiting, failed } = useWaitingTicks();
  const own = (item: string) => waiting.find((each) => each.id === id && each.item === item);
  return {
    hasFailed: failed === id,
    isDone: (item) => own(item)?.isDone ?? ticks.includes(item),
    tick: (item, isDone) => keep({ id, item, isDone, at: new Date().toISOString() }),
  };
}
