import { useEffect, useState } from "react";
import { recordStep, undoStep, type TrainingPlan } from "../../../../src-shared/api/training.ts";
import type { StepOutcome } from "../../../../src-shared/progression.ts";
import { useMutation } from "../../../components/use-mutation.ts";
import { changePlan, isStale } from "./plan-changes.ts";
import { endOf, type StepNews } from "./step-end.ts";
import { onResultSettled, sendResult, useUnsentResult } from "./unsent-results.ts";

/**
 * Records and undoes steps of a plan, each sent once, and keeps what came of the last one. A result that cannot be sent
 * is `unsent`; the form that it was entered in stays open until it is recorded.
 */
export function useSteps(plan: TrainingPlan, today: string) {
  const { id, revision, next } = plan;
  const [news, setNews] = useState<StepNews | null>(null);
  const unsent = useUnsentResult(plan);
  useEffect(
    () => onResultSettled(({ planId, news: settled }) => planId === id && setNews(settled)),
    [id],
  );
  const params = { id };
  const skipping = useMutation(async (body: Parameters<typeof sendResult>[1]) => {
    setNews(null);
    const isKnown = (failure: Parameters<typeof isStale>[0]) =>
      isStale(failure) || failure.code === "limit-reached";
    const { data, error } = await changePlan(recordStep, { params, body, silent: isKnown });
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
  const recording = useMutation(async (body: Parameters<typeof sendResult>[1]) => {
    setNews(null);
    await sendResult(id, body);
    return null;
  });
  const isSending = unsent !== null && unsent.failure === null;
  return {
    busy: skipping.busy || undoing.busy || recording.busy || isSending,
    news,
    unsent,
    record: (outcome: StepOutcome) => {
      if (!next || isSending) return;
      const { week, session } = next;
      const body = { today, revision, week, session, outcome };
      void (outcome.result === "skipped" ? skipping : recording).run(body);
    },
    undo: () => void undoing.run(),
  };
}
