import type { Endpoint } from "#shared/api/endpoint.ts";
import {
  listTraining,
  startTraining,
  stopTraining,
  type TrainingPlan,
} from "#shared/api/training.ts";
import { getDiarySummary, listDiary } from "#shared/api/training-diary.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import { call, type Answer, type CallInput } from "#renderer/api-client/client.ts";
import { changeAnswers, refresh } from "#renderer/api-client/query.ts";

type Plans = Answer<typeof listTraining>["items"];

/** Returns a plan that was loaded some ms ago with the time that its timer has left now. */
const afterMs = (plan: TrainingPlan, ms: number): TrainingPlan =>
  plan.timer?.isRunning
    ? {
        ...plan,
        timer: { ...plan.timer, secondsLeft: plan.timer.secondsLeft - ms / 1000 },
      }
    : plan;

/** Changes the plans on screen, which count as loaded now, and loads the diary again. */
async function showPlans(change: (plans: Plans) => Plans): Promise<void> {
  const changed = changeAnswers(listTraining, ({ items }, loadedAt) => ({
    items: change(items.map((plan) => afterMs(plan, Date.now() - loadedAt))),
  }));
  for (const endpoint of [listDiary, getDiarySummary]) void refresh(endpoint);
  await changed;
}

/** Returns whether another window or device has changed or stopped the plan in the meantime. */
export const isStale = ({ code, status }: ApiFailure) => code === "conflict" || status === 404;

/** Sends a change of a plan and shows it. If another device was earlier, the current plans are loaded instead. */
export async function changePlan<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ApiResult<TrainingPlan>> {
  const result = (await call(endpoint, { silent: isStale, ...input })) as ApiResult<TrainingPlan>; // the answer of all changes
  const { data: changed, error } = result;
  if (changed) await showPlans((plans) => plans.map((it) => (it.id === changed.id ? changed : it)));
  else if (error && isStale(error)) await refresh(listTraining);
  return result;
}

/** Starts to follow a protocol; returns the failure, which is left to the caller, or null. */
export async function startPlan(
  body: CallInput<typeof startTraining>["body"],
): Promise<ApiFailure | null> {
  const { data: started, error } = await call(startTraining, { body, silent: true });
  if (started) await showPlans((plans) => [...plans, started]);
  else await refresh(listTraining);
  return error;
}

/** Stops following a protocol; returns the failure or null. */
export async function stopPlan(id: string): Promise<ApiFailure | null> {
  const { error } = await call(stopTraining, { params: { id }, silent: isStale });
  if (error && !isStale(error)) return error;
  await showPlans((plans) => plans.filter((plan) => plan.id !== id));
  return null;
}
