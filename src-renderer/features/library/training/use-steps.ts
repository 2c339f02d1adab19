import { useState } from "react";
import {
  recordStep,
  undoStep,
  type StepOutcome,
  type TrainingPlan,
} from "../../../../src-shared/api/training.ts";
import { useMutation } from "../../../components/use-mutation.ts";
import { changePlan } from "./plan-changes.ts";

/** What the last change of the steps came to; `stale`: another window or device was earlier. */
export type StepNews = StepOutcome | { result: "undone" | "stale" };

/** Records and undoes steps of a plan, each sent once, and keeps what came of the last one. */
export function useSteps({ id, revision, next }: TrainingPlan, today: string) {
  const [news, setNews] = useState<StepNews | null>(null);
  const { busy, run } = useMutation(
    async (change: () => ReturnType<typeof changePlan>, done: StepNews) => {
      setNews(null);
      const { error } = await change();
      if (!error) setNews(done);
      else if (error.kind === "rejected") setNews({ result: "stale" });
      return error;
    },
  );
  const params = { id };
  return {
    busy,
    news,
    record: (outcome: StepOutcome) => {
      if (!next) return;
      const { week, session } = next;
      const body = { today, revision, week, session, outcome };
      void run(() => changePlan(recordStep, { params, body }), outcome);
    },
    undo: () =>
      void run(() => changePlan(undoStep, { params, body: { today, revision } }), {
        result: "undone",
      }),
  };
}
