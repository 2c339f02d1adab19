import * as z from "zod/mini";
import { tickShowItem, type Show } from "#shared/api/show-day.ts";
import { createOutbox, isResent } from "#renderer/session/outbox.ts";
import { changeShows } from "./show-changes.ts";

/** A tick of a show, by its id, or the removal of one, with the ISO time at which the user did it. */
const tickSchema = z.object({
  id: z.string(),
  item: z.string(),
  isDone: z.boolean(),
  at: z.string(),
});

/** Ticks on their way or waiting for a connection, one request for each: its answer is the whole show. */
export const tickOutbox = createOutbox({
  kind: "show-ticks",
  schema: tickSchema,
  itemOf: ({ id, item }) => `${id}/${item}`,
  isBatched: false,
  send: async ([tick], token) => {
    if (!tick) return null;
    const { id, ...rest } = tick;
    const body = { ...rest, sentAt: new Date().toISOString() };
    const input = { params: { id }, body, token, silent: isResent };
    return (await changeShows(tickShowItem, input)).error;
  },
});

/** Which items are done, and what ticks one; `tick` is null where nothing can be stored. */
export type ShowTicks = {
  isDone: (item: string) => boolean;
  tick: ((item: string, isDone: boolean) => void) | null;
};

/** Ticks items of a show, at once on screen; without a connection they wait for one. A refused one is taken back. */
export function useShowTicks({ id, ticks }: Show): ShowTicks {
  const pending = tickOutbox.usePending().map(({ change }) => change);
  const own = (item: string) => pending.findLast((each) => each.id === id && each.item === item);
  return {
    isDone: (item) => own(item)?.isDone ?? ticks.includes(item),
    tick: (item, isDone) => tickOutbox.add([{ id, item, isDone, at: new Date().toISOString() }]),
  };
}
