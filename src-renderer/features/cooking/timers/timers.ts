import { useSyncExternalStore } from "react";
import { ringsForSeconds } from "#renderer/components/bell.ts";
import { useCooking, type Timer } from "../cooking-store.ts";

const change = (next: (timers: Timer[]) => Timer[]) =>
  useCooking.setState(({ timers }) => ({ timers: next(timers) }));

/** Starts a timer of a recipe's step (from 1) that rings after some seconds. */
export function startTimer(timer: Pick<Timer, "slug" | "title" | "step" | "seconds">): void {
  const now = Date.now();
  const id = `${timer.slug} ${timer.step} ${timer.seconds} ${now}`;
  const started = { ...timer, id, endsAt: now + timer.seconds * 1000 };
  change((timers) => [...timers, started]);
}

/** Cancels a timer, or stops it ringing. */
export const removeTimer = (id: string): void =>
  change((timers) => timers.filter((timer) => timer.id !== id));

/** Lets a timer run for a minute longer; one that rings, for a minute from now. */
export const lengthenTimer = (id: string): void =>
  change((timers) =>
    timers.map((timer) =>
      timer.id === id ? { ...timer, endsAt: Math.max(timer.endsAt, Date.now()) + 60_000 } : timer,
    ),
  );

/** `isLate`: over for so long that it does not ring any more; the device was asleep, for example. */
type RunningTimer = Timer & { remaining: number; isOver: boolean; isLate: boolean };

/** Calls the listener every second, and when the page becomes visible. Returns the function that stops it. */
function onSecond(listener: () => void): () => void {
  const interval = setInterval(listener, 1000);
  document.addEventListener("visibilitychange", listener);
  return () => {
    clearInterval(interval);
    document.removeEventListener("visibilitychange", listener);
  };
}

const never = () => () => {};

/** Hook: this tab's timers, the next to ring first, with the whole seconds left until they end. */
export function useTimers(): RunningTimer[] {
  const timers = useCooking((state) => state.timers);
  const second = useSyncExternalStore(timers.length > 0 ? onSecond : never, () =>
    Math.floor(Date.now() / 1000),
  );
  return timers
    .map((timer) => ({
      ...timer,
      remaining: Math.max(0, Math.floor(timer.endsAt / 1000 - second)),
      isOver: timer.endsAt / 1000 <= second,
      isLate: second - timer.endsAt / 1000 > ringsForSeconds,
    }))
    .toSorted((a, b) => a.endsAt - b.endsAt);
}
