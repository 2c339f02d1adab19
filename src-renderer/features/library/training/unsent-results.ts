import { useSyncExternalStore } from "react";
import { recordStep, type TrainingPlan } from "../../../../src-shared/api/training.ts";
import { createListeners } from "../../../../src-shared/listeners.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import type { CallInput } from "../../../api-client/client.ts";
import { isLoss, onReconnect } from "../../../api-client/connection.ts";
import { createDraft } from "../../../session/draft.ts";
import { changePlan } from "./plan-changes.ts";
import { endOf, type StepNews } from "./step-end.ts";

type Body = CallInput<typeof recordStep>["body"];

/** A result that the server does not have yet; `failure` is null while it is being sent. */
export type UnsentResult = { body: Body; failure: ApiFailure | null };

/** By plan. In memory only, cleared at logout: what may be stored on the device is a closed list. */
const results = createDraft<Readonly<Record<string, UnsentResult>>>({}, (written) => written);
const changed = createListeners();
const settled = createListeners<{ planId: string; news: StepNews }>();

/** Calls the listener with what became of a result, also of one that was sent after a wait. Returns the unsubscribe. */
export const onResultSettled = settled.add;

function keep(planId: string, result: UnsentResult | null): void {
  const { [planId]: _, ...others } = results.read();
  results.keep(result ? { ...others, [planId]: result } : others);
  changed.emit();
}

/** Gives up a result that could not be sent. */
export const forgetResult = (planId: string): void => keep(planId, null);

/** Returns the result of the plan's next session that was entered but could not be sent yet, or null. */
export function useUnsentResult({ id, revision }: TrainingPlan): UnsentResult | null {
  const result = useSyncExternalStore(changed.add, () => results.read()[id] ?? null);
  return result?.body.revision === revision ? result : null;
}

/**
 * Sends a result. One that the connection lost is sent again as soon as there is one; after another failure it stays with
 * the form until the user sends it again. Resolves to whether it is over: recorded, or refused for good.
 */
export async function sendResult(planId: string, body: Body): Promise<boolean> {
  keep(planId, { body, failure: null });
  const input = { params: { id: planId }, body, silent: true };
  const { data, error } = await changePlan(recordStep, input);
  const news = endOf(data, error);
  // Another result may have been entered meanwhile.
  if (results.read()[planId]?.body === body) {
    keep(planId, news || !error ? null : { body, failure: error });
  }
  if (news) settled.emit({ planId, news });
  return news !== null;
}

onReconnect(() => {
  for (const [planId, { body, failure }] of Object.entries(results.read())) {
    if (failure && isLoss(failure)) void sendResult(planId, body);
  }
});
