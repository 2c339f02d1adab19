import { useEffect, useId, useState } from "react";
import { armBell, ringsForSeconds } from "#renderer/components/bell.ts";

/** A timer: it runs to `endsAt` (ms since 1970), or rests with `secondsLeft`. */
type Countdown = { endsAt: number } | { secondsLeft: number };

/** `secondsLeft` of a timer that runs is negative once it is over. */
export type TimerState = { secondsLeft: number; isRunning: boolean };

const begin = ({ secondsLeft, isRunning }: TimerState): Countdown =>
  isRunning ? { endsAt: Date.now() + secondsLeft * 1000 } : { secondsLeft };

const remainingOf = (countdown: Countdown, now: number): number =>
  "endsAt" in countdown
    ? Math.max(0, Math.ceil((countdown.endsAt - now) / 1000))
    : countdown.secondsLeft;

function useRing(endsAt: number | null): void {
  const owner = useId();
  useEffect(() => {
    armBell(owner, "chime", endsAt === null ? [] : [endsAt]);
    return () => armBell(owner, "chime", []);
  }, [owner, endsAt]);
}

/** Counts down by the clock and rings. `onChange` gets every change that the user makes. */
export function useCountdown(initial: TimerState, onChange: (state: TimerState) => void) {
  const [countdown, setCountdown] = useState(() => begin(initial));
  const [now, setNow] = useState(() => Date.now());
  const endsAt = "endsAt" in countdown ? countdown.endsAt : null;
  useRing(endsAt);
  useEffect(() => {
    if (endsAt === null) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 250);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [endsAt]);
  const change = (state: TimerState) => {
    setNow(Date.now());
    setCountdown(begin(state));
    onChange(state);
  };
  const secondsLeft = remainingOf(countdown, now);
  const isRunning = endsAt !== null;
  return {
    secondsLeft,
    isRunning,
    isOver: secondsLeft === 0,
    /** When it was over (ms since 1970), once it does not ring any more: the device was asleep, for example. */
    wasOverAt: endsAt !== null && now - endsAt > ringsForSeconds * 1000 ? endsAt : null,
    toggle: () => change({ secondsLeft, isRunning: !isRunning }),
    addMinute: () =>
      change({ secondsLeft: secondsLeft + 60, isRunning: isRunning || secondsLeft === 0 }),
  };
}
