import type { Endpoint } from "../../../../src-shared/api/endpoint.ts";
import { listTraining, type TrainingPlan } from "../../../../src-shared/api/training.ts";
import type { ApiFailure, ApiResult } from "../../../api-client/api-failure.ts";
import { call, type Answer, type CallInput } from "../../../api-client/client.ts";
import { queryClient, queryKey, refresh } from "../../../api-client/query.ts";

type Plans = Answer<typeof listTraining>;

/** Puts a changed plan in the place of the shown one. */
async function showPlan(plan: TrainingPlan): Promise<void> {
  const held = { queryKey: queryKey(listTraining) };
  await queryClient.cancelQueries(held);
  queryClient.setQueriesData<Plans>(
    held,
    (plans) => plans && { items: plans.items.map((it) => (it.id === plan.id ? plan : it)) },
  );
}

const isStale = ({ code, status }: ApiFailure) => code === "conflict" || status === 404;

/**
 * Sends a change of a plan and shows the plan as it is afterwards. If another window or device has changed it
 * in the meantime, nothing is changed, the current plans are loaded, and the failure is left to the caller.
 */
export async function changePlan<const E extends Endpoint & { answer: object }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ApiResult<TrainingPlan>> {
  const result = (await call(endpoint, { ...input, silent: isStale })) as ApiResult<TrainingPlan>; // the answer of all changes
  if (result.data) await showPlan(result.data);
  else if (isStale(result.error)) await refresh(listTraining);
  return result;
}
