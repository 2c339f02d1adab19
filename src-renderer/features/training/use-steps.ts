import { useEffect, useState } from "react";
import { recordStep, undoStep, type TrainingPlan } from "#shared/api/training.ts";
import type { StepOutcome } from "#shared/progression.ts";
import type { CallInput } from "#renderer/api-client/client.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { changePlan, isStale } from "./plan-changes.ts";
import { endOf, type StepNews } from "./step-end.ts";
import { isStepEnd, onResultSettled, resultOutbox, useUnsentResult } from "./unsent-results.ts";

/** Records and undoes steps, each sent once. A result that cannot be sent is `unsent`, and its form stays open. */
export function useSteps(plan: TrainingPlan, today: string) {
  const { id, revision, next } = plan;
  const [news, setNews] = useState<StepNews | null>(null);
  const unsent = useUnsentResult(plan);
  useEffect(
    () => onResultSettled(({ planId, news: settled }) => planId === id && setNews(settled)),
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
  const isSending = unsent !== null && unsent.failure === null && !unsent.isPaused;
  return {
    busy: skipping.busy || undoing.busy || isSending,
    news,
    unsent,
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
