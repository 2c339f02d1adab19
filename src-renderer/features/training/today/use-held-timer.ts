import { useState } from "react";
import { setTrainingTimer, type TrainingPlan } from "#shared/api/training.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { changePlan } from "../plan-changes.ts";

/** A timer as it was at a time in ms since 1970; null without one. */
type HeldTimer = { timer: TrainingPlan["timer"]; at: number };

/** Returns what is left of a timer now, or null. */
function timerNow({ timer, at }: HeldTimer) {
  if (!timer?.isRunning) return timer;
  const passed = Math.round((Date.now() - at) / 1000);
  return { isRunning: true, secondsLeft: timer.secondsLeft - passed };
}

/** Keeps the timer of a plan that arrived at `loadedAt` while its parts come and go, and sends every change. */
export function useHeldTimer(plan: TrainingPlan, today: string, loadedAt: number) {
  const { id, revision, timer } = plan;
  const [held, hold] = useState<HeldTimer>({ timer, at: loadedAt });
  return {
    now: () => timerNow(held),
    isSet: held.timer !== null,
    /** Changes the timer; null puts it back. */
    set: (state: TrainingPlan["timer"]) => {
      hold({ timer: state, at: Date.now() });
      // A start without a connection does not know yet whose it is.
      if (useSession.getState().user === null) return;
      const body = { today, revision, timer: state };
      void changePlan(setTrainingTimer, { params: { id }, body });
    },
  };
}
