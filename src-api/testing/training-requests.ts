import type { TrainingPlan } from "#shared/api/training.ts";
import { dogs } from "#api/modules/dogs/schema.ts";
import { trainingPlans } from "#api/modules/training/schema.ts";
import type { ContentPortal } from "./content-portal.ts";
import type { Person } from "./people.ts";

// 2026-03-04 is a Wednesday.
export const wednesday = "2026-03-04";

/** What starts a protocol of the sample content without a dog. */
export const beginTraining = {
  slug: "ring-confidence",
  dogId: null,
  startedOn: wednesday,
  weekdays: [1, 3, 5],
};

/** The outcome of a counted session. */
export const right = (count: number) => ({ result: "counted", right: count });

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Requests about followed protocols, by a member unless another person is named. */
export function trainingRequests(portal: ContentPortal) {
  const send = async (method: Method, path: string, payload?: object, as: Person = "member") => {
    const answer = await portal.send(method, path, as, payload);
    return { status: answer.statusCode, text: answer.body, body: answer.body && answer.json() };
  };
  return {
    send,
    start: async (changes: object = {}): Promise<TrainingPlan> =>
      (await send("POST", "/training", { ...beginTraining, today: wednesday, ...changes })).body,
    list: async (today = wednesday, as: Person = "member"): Promise<TrainingPlan[]> =>
      (await send("GET", `/training?today=${today}`, undefined, as)).body.items,
    /** Records an outcome of the plan's next session. */
    record: (plan: TrainingPlan, outcome: object, today = wednesday) =>
      send("POST", `/training/${plan.id}/steps`, {
        today,
        outcome,
        revision: plan.revision,
        week: plan.next?.week ?? 0,
        session: plan.next?.session ?? 0,
      }),
    /** Adds a dog and returns its id. */
    addDog: async (name: string, heightCm: number | null = null): Promise<string> =>
      (
        await send("POST", "/dogs", {
          name,
          bornOn: null,
          discipline: null,
          weightKg: null,
          weighedOn: null,
          heightCm,
          measuredOn: heightCm === null ? null : "2026-02-01",
        })
      ).body.id,
    /** Deletes all plans and dogs. */
    reset: async (): Promise<void> => {
      await portal.portal.database.delete(trainingPlans);
      await portal.portal.database.delete(dogs);
    },
  };
}
