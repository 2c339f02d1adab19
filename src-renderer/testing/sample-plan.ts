import type { TrainingPlan } from "#shared/api/training.ts";

/** A Wednesday, on which the sample session is due. */
export const trainingDay = "2026-11-25";

export const sampleSession = {
  week: 1,
  session: 0,
  title: "Two gates in a row",
  minutes: 10,
  description: "Set a second pair. Reward after it.",
  rule: { kind: "counted", repetitions: 10, toGoOn: 8, toGoBack: 6 },
  dueOn: trainingDay,
} satisfies TrainingPlan["next"];

/** A plan of Rex in the second week of a protocol, with changes. */
export const samplePlan = (changes: Partial<TrainingPlan> = {}): TrainingPlan => ({
  id: "00000000-0000-4000-8000-000000000001",
  slug: "weave-poles",
  dog: { id: "00000000-0000-4000-8000-000000000002", name: "Rex", heightClass: null },
  startedOn: trainingDay,
  weekdays: [1, 3, 5],
  revision: 4,
  protocol: { title: "Weave poles", language: "en", motif: "weave-poles", weeks: [3, 3] },
  next: sampleSession,
  steps: [],
  unknownSteps: 0,
  notes: [],
  timer: null,
  ...changes,
});

/** The plan once its session was recorded. */
export const sampleDone = (right: number | null = 9): TrainingPlan =>
  samplePlan({
    revision: 5,
    next: { ...sampleSession, session: 1, title: "From the sides", dueOn: "2026-11-27" },
    steps: [
      {
        week: 1,
        session: 0,
        result: "done",
        right,
        ...(right !== null && { of: 10 }),
        on: trainingDay,
      },
    ],
  });

/** A plan of a second dog, Ida. */
export const secondPlan = (changes: Partial<TrainingPlan> = {}): TrainingPlan =>
  samplePlan({
    id: "00000000-0000-4000-8000-000000000003",
    dog: { id: "00000000-0000-4000-8000-000000000004", name: "Ida", heightClass: null },
    ...changes,
  });
