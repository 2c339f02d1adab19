import type { TrainingPlan } from "#shared/api/training.ts";
import { repetitionsOf, type TrainingStep } from "#shared/training.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { isStale } from "./plan-changes.ts";

/** Outcome of recording or undoing a step. `stale`: another device was earlier; `full`: no room for another step. */
export type StepNews =
  | (Pick<TrainingStep, "result" | "right"> & { of: number })
  | { result: "undone" | "stale" | "full" };

/** Returns the outcome of recording a step; null if it failed and may be retried. */
export function endOf(changed: TrainingPlan | null, error: ApiFailure | null): StepNews | null {
  const step = changed?.steps.at(-1);
  if (step) return { result: step.result, right: step.right, of: repetitionsOf(step) };
  if (error && isStale(error)) return { result: "stale" };
  return error?.code === "limit-reached" ? { result: "full" } : null;
}
