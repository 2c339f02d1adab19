import * as z from "zod/mini";
import { recordStep, type TrainingPlan } from "#shared/api/training.ts";
import { createListeners } from "#shared/listeners.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { createOutbox, isSentAgain, type UnsentChange } from "#renderer/session/outbox.ts";
import { changePlan, isStale } from "./plan-changes.ts";
import { endOf, type StepNews } from "./step-end.ts";

const resultSchema = z.object({ planId: z.string(), body: recordStep.body });
export type UnsentResult = UnsentChange<z.infer<typeof resultSchema>>;

const settled = createListeners<{ planId: string; news: StepNews }>();

/** Calls the listener with what became of a result, also of one that was sent after a wait. Returns the unsubscribe. */
export const onResultSettled = settled.add;

/** Returns whether the page says what became of a result, so that no notification has to. */
export const isStepEnd = (failure: ApiFailure): boolean =>
  isStale(failure) || failure.code === "limit-reached";

/** Results that the server does not have yet, the last one of each plan. */
export const resultOutbox = createOutbox({
  kind: "training-results",
  schema: resultSchema,
  itemOf: ({ planId }) => planId,
  isBatched: false,
  send: async ([result], token) => {
    if (!result) return null;
    const { planId, body } = result;
    const silent = (failure: ApiFailure) => isStepEnd(failure) || isSentAgain(failure);
    const input = { params: { id: planId }, body, token, silent };
    const { data, error } = await changePlan(recordStep, input);
    const news = endOf(data, error);
    if (news) settled.emit({ planId, news });
    return error;
  },
});

/** Hook: the result of the plan's next session that the server does not have yet, or null. */
export function useUnsentResult({ id, revision }: TrainingPlan): UnsentResult | null {
  const isOwn = ({ change: { planId, body } }: UnsentResult) =>
    planId === id && body.revision === revision;
  return resultOutbox.useUnsent().findLast(isOwn) ?? null;
}
