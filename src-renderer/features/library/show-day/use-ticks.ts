import { useRef, useState } from "react";
import { tickShowItem, type Show } from "../../../../src-shared/api/show-day.ts";
import { changeShows } from "./show-changes.ts";

/** Ticks that are on their way, by item. */
type Sent = Readonly<Record<string, boolean>>;

/** Which items are done, and what ticks one; `tick` is null where nothing can be stored. */
export type ShowTicks = {
  hasFailed: boolean;
  isDone: (item: string) => boolean;
  tick: ((item: string, isDone: boolean) => void) | null;
};

/**
 * Ticks items of a show, at once on screen. They are sent one after another, since each answer is the whole show.
 * `hasFailed`: the last one was not stored, and is taken back.
 */
export function useShowTicks({ id, ticks }: Show): ShowTicks {
  const [sent, setSent] = useState<Sent>({});
  const [hasFailed, setFailed] = useState(false);
  const last = useRef<Promise<void>>(Promise.resolve());
  const send = async (item: string, isDone: boolean) => {
    const { error } = await changeShows(tickShowItem, { params: { id }, body: { item, isDone } });
    setFailed(error !== null);
    setSent(({ [item]: now, ...others }) =>
      // Ticked again meanwhile: that one is still to be sent.
      now === isDone || now === undefined ? others : { ...others, [item]: now },
    );
  };
  return {
    hasFailed,
    isDone: (item: string) => sent[item] ?? ticks.includes(item),
    tick: (item: string, isDone: boolean) => {
      setSent((before) => ({ ...before, [item]: isDone }));
      last.current = last.current.then(() => send(item, isDone));
    },
  };
}
