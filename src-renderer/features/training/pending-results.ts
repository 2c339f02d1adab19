import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { recordStep, type TrainingPlan, undoStep } from "#shared/api/training.ts";
import { createListeners } from "#shared/listeners.ts";
import type { StepOutcome } from "#shared/progression.ts";
import { repetitionsOf, type TrainingStep } from "#shared/training.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import type { CallInput } from "#renderer/api-client/client.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { createOutbox, isResent, type PendingChange } from "#renderer/session/outbox.ts";
import { changePlan, isStale } from "./plan-changes.ts";

/** Outcome of recording or undoing a step. `stale`: another device was earlier; `full`: no room for another step. */
export type StepNews =
  | (Pick<TrainingStep, "result" | "right"> & { of: number })
  | { result: "undone" | "stale" | "full" };

const newsOf = (step: TrainingStep): StepNews => ({
  result: step.result,
  right: step.right,
  of: repetitionsOf(step),
});

/** Returns the outcome of the last step if it was recorded on a day; else null. */
export function newsOfDay({ steps }: TrainingPlan, day: string): StepNews | null {
  const step = steps.at(-1);
  return step?.on === day ? newsOf(step) : null;
}

/** Returns the outcome of recording a step; null if it failed and may be retried. */
function endOf(changed: TrainingPlan | null, error: ApiFailure | null): StepNews | null {
  const step = changed?.steps.at(-1);
  if (step) return newsOf(step);
  if (error && isStale(error)) return { result: "stale" };
  return error?.code === "limit-reached" ? { result: "full" } : null;
}

const resultSchema = z.object({ planId: z.string(), body: recordStep.body });
export type PendingResult = PendingChange<z.infer<typeof resultSchema>>;

const settled = createListeners<{ planId: string; news: StepNews }>();

/** Calls the listener with what became of a result, also of one that was sent after a wait. Returns the unsubscribe. */
const onResultSettled = settled.add;

/** Returns whether the page says what became of a result, so that no notification has to. */
const isStepEnd = (failure: ApiFailure): boolean =>
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
    const silent = (failure: ApiFailure) => isStepEnd(failure) || isResent(failure);
    const input = { params: { id: planId }, body, token, silent };
    const { data, error } = await changePlan(recordStep, input);
    const news = endOf(data, error);
    if (news) settled.emit({ planId, news });
    return error;
  },
});

/** Hook: the result of the plan's next session that the server does not have yet, or null. */
function usePendingResult({ id, revision }: TrainingPlan): PendingResult | null {
  const isOwn = ({ change: { planId, body } }: PendingResult) =>
    planId === id && body.revision === revision;
  return resultOutbox.usePending().findLast(isOwn) ?? null;
}

/**
 * Records and undoes steps, each sent once. A result that cannot be sent is `pending`, and its form stays open.
 *
 * @param initial what the page says until then of an earlier step
 */
export function useSteps(plan: TrainingPlan, today: string, initial: StepNews | null = null) {
  const { id, revision, next } = plan;
  const [news, setNews] = useState(initial);
  const pending = usePendingResult(plan);
  useEffect(
    () => onResultSettled(({ planId, news: latest }) => planId === id && setNews(latest)),
    [id],
  );
  const params = { id };
  const skipping = useMutation(async (body: CallInput<typeof recordStep>["body"]) => {
    setNews(null);
    const { data, error } = await changePlan(recordStep, { params, body, silent: isStepEnd });
    setNews(endOf(data, error));
    return error;
  });
  const undoing = useMutation(async () => {
    setNews(null);
    const { error } = await changePlan(undoStep, { params, body: { today, revision } });
    if (!error) setNews({ result: "undone" });
    else if (isStale(error)) setNews({ result: "stale" });
    return error;
  });
  const isSending = pending !== null && pending.failure === null && !pending.isPaused;
  return {
    busy: skipping.busy || undoing.busy || isSending,
    news,
    pending,
    record: (outcome: StepOutcome) => {
      if (!next || isSending) return;
      const { week, session } = next;
      const body = { today, revision, week, session, outcome };
      if (outcome.result === "skipped") return void skipping.run(body);
      setNews(null);
      resultOutbox.add([{ planId: id, body }]);
    },
    undo: () => void undoing.run(),
  };
}
