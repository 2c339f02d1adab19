import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { heightClassIds } from "../height-class.ts";
import { maxRepetitions } from "../progression.ts";
import { stepResults } from "../training.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { classValuesSchema } from "./kind-fields.ts";
import { coverSchema } from "./library.ts";

/** Most unfinished protocols followed at once (one protocol with two dogs counts twice), steps of each, length of a note. */
export const trainingLimits = { plans: 20, steps: 1000, note: 1000 } as const;

/** A date on the member's calendar, `YYYY-MM-DD`. Dates of years far away cannot be stored or counted on. */
export const day = z.iso.date().check(z.refine((date) => date >= "2000" && date < "2100"));

/** The member's calendar is the device's: the server cannot know what day it is there. */
export const withToday = z.object({ today: day });

const weekdays = z
  .array(z.int().check(z.gte(1), z.lte(7)))
  .check(z.minLength(1), z.maxLength(7))
  .check(z.refine((days) => new Set(days).size === days.length));

/** A session by its week and its number in the week, both counted from 0. */
export const sessionPositionFields = {
  week: z.int().check(z.gte(0), z.lte(200)),
  session: z.int().check(z.gte(0), z.lte(200)),
};

const right = z.int().check(z.gte(0), z.lte(maxRepetitions));

const stepSchema = z.object({
  ...sessionPositionFields,
  result: z.enum(stepResults),
  /** Repetitions that were right; null if they were not counted. */
  right: z.nullable(right),
  /** Repetitions that were counted; missing in steps of the time when there were always ten. */
  of: z.optional(z.int()),
  /** The session that follows a way back. */
  to: z.optional(z.object(sessionPositionFields)),
  on: day,
});

export const ruleSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("counted"),
    repetitions: z.int(),
    toGoOn: z.int(),
    toGoBack: z.nullable(z.int()),
  }),
  z.object({
    kind: z.literal("judged"),
    criterion: z.nullable(z.string()),
    goBack: z.nullable(z.enum(["week", "weekBefore"])),
  }),
]);

const noteSchema = z.object({ ...sessionPositionFields, text: z.string() });
export type TrainingNote = z.infer<typeof noteSchema>;

/** A protocol that the user follows with a dog, and what was done of it. */
const trainingPlanSchema = z.object({
  id: z.string(),
  slug: z.string(),
  /** Null for the only dog of a member who has added none. */
  dog: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      /** By the latest height; null for a dog that was never measured. */
      heightClass: z.nullable(z.enum(heightClassIds)),
    }),
  ),
  startedOn: day,
  /** Training days, 1 (Monday) to 7 (Sunday). */
  weekdays: z.array(z.int()),
  /** Grows with every change of the steps; a change names the one that it was made from. */
  revision: z.int(),
  /** The protocol as it is now, in `language`; null once it is no longer in the library. */
  protocol: z.nullable(
    z.object({
      title: z.string(),
      language: z.enum(languages),
      /** Name of the drawing on its cover. */
      motif: z.string(),
      cover: z.optional(coverSchema),
      weeks: z.array(z.int()),
    }),
  ),
  /** The session to train next; null at the end of the protocol, and without a protocol. */
  next: z.nullable(
    z.object({
      ...sessionPositionFields,
      title: z.string(),
      minutes: z.int(),
      description: z.string(),
      /** The set-up: see `src-shared/course.ts`. */
      course: z.optional(z.string()),
      /** What depends on the height class. */
      byClass: z.optional(z.array(classValuesSchema)),
      /** How it is answered, and what follows. */
      rule: ruleSchema,
      dueOn: day,
    }),
  ),
  /** Oldest first. Those of sessions that the protocol no longer has are left out. */
  steps: z.array(stepSchema),
  unknownSteps: z.int(),
  notes: z.array(noteSchema),
  /** The timer of the next session; `secondsLeft` is negative once it is over. */
  timer: z.nullable(z.object({ secondsLeft: z.int(), isRunning: z.boolean() })),
});
export type TrainingPlan = z.infer<typeof trainingPlanSchema>;

export const planParams = z.object({ id: z.uuid() });

const revision = z.int32().check(z.gte(0));

export const listTraining = endpoint({
  method: "GET",
  path: "/training",
  summary: "List the protocols that the user follows, with the next session of each",
  access: "member",
  parts: ["training"],
  query: withToday,
  answer: z.object({ items: z.array(trainingPlanSchema) }),
});

/** Starts to follow a protocol. 404 for an unknown protocol or dog, `conflict` if it is followed already. */
export const startTraining = endpoint({
  method: "POST",
  path: "/training",
  summary: "Follow a protocol with a dog",
  access: "member",
  parts: ["training"],
  errors: ["not-found", "conflict", "limit-reached"],
  body: z.extend(withToday, {
    slug: z.string().check(z.maxLength(120)),
    dogId: z.nullable(z.uuid()),
    startedOn: day,
    weekdays,
  }),
  answer: trainingPlanSchema,
  status: 201,
});

/** What was done with a session, as its rule asks for it (`progression.ts`). */
const stepOutcome = z.union([
  z.object({ result: z.literal("counted"), right }),
  z.object({ result: z.enum(["done", "again", "back", "skipped"]) }),
]);

/**
 * Records what was done with the next session. `conflict` if the steps have changed since `revision`, by
 * another window say, if another session is next, or if its rule has changed: nothing is recorded then.
 */
export const recordStep = endpoint({
  method: "POST",
  path: "/training/:id/steps",
  summary: "Record what was done with the next session",
  access: "member",
  parts: ["training"],
  errors: ["conflict", "limit-reached"],
  params: planParams,
  body: z.extend(withToday, { ...sessionPositionFields, revision, outcome: stepOutcome }),
  answer: trainingPlanSchema,
});

/** Takes the last step back. `conflict` as for `recordStep`, and if there is none. */
export const undoStep = endpoint({
  method: "POST",
  path: "/training/:id/undo",
  summary: "Take the last step back",
  access: "member",
  parts: ["training"],
  errors: ["conflict"],
  params: planParams,
  body: z.extend(withToday, { revision }),
  answer: trainingPlanSchema,
});

/** Begins again from the first session; notes stay. `conflict` as for `recordStep`. */
export const restartTraining = endpoint({
  method: "POST",
  path: "/training/:id/restart",
  summary: "Begin a followed protocol again",
  access: "member",
  parts: ["training"],
  errors: ["conflict"],
  params: planParams,
  body: z.extend(withToday, { revision, startedOn: day, weekdays }),
  answer: trainingPlanSchema,
});

/** Gives a plan without a dog a dog. 404 for an unknown dog, `conflict` if it has one, or follows the protocol already. */
export const setTrainingDog = endpoint({
  method: "PUT",
  path: "/training/:id/dog",
  summary: "Train a followed protocol with a dog",
  access: "member",
  parts: ["training", "dogs"],
  errors: ["conflict"],
  params: planParams,
  body: z.extend(withToday, { dogId: z.uuid() }),
  answer: trainingPlanSchema,
});

/** Tells what a deletion of the dog would delete. 404 for an unknown dog. */
export const countTrainingOfDog = endpoint({
  method: "GET",
  path: "/dogs/:id/training",
  summary: "Count the protocols that are followed with a dog",
  access: "user",
  parts: ["training", "dogs"],
  params: z.object({ id: z.uuid() }),
  answer: z.object({ plans: z.int() }),
});

/** Saves the note on a session; an empty text deletes it. */
export const saveTrainingNote = endpoint({
  method: "PUT",
  path: "/training/:id/note",
  summary: "Save the note on a session",
  access: "member",
  parts: ["training"],
  params: planParams,
  body: z.extend(withToday, {
    ...sessionPositionFields,
    // Halves of characters cannot be stored.
    text: z.string().check(
      z.trim(),
      z.maxLength(trainingLimits.note),
      z.refine((text) => text.isWellFormed()),
    ),
  }),
  answer: trainingPlanSchema,
});

/** Starts, stops or changes the timer of the next session; null removes it. `conflict` as for `recordStep`. */
export const setTrainingTimer = endpoint({
  method: "PUT",
  path: "/training/:id/timer",
  summary: "Set the timer of the next session",
  access: "member",
  parts: ["training"],
  errors: ["conflict"],
  params: planParams,
  body: z.extend(withToday, {
    revision,
    timer: z.nullable(
      z.object({
        secondsLeft: z.int().check(z.gte(0), z.lte(24 * 60 * 60)),
        isRunning: z.boolean(),
      }),
    ),
  }),
  answer: trainingPlanSchema,
});

/** Stops following a protocol: its progress and notes are deleted. */
export const stopTraining = endpoint({
  method: "DELETE",
  path: "/training/:id",
  summary: "Stop following a protocol",
  access: "member",
  parts: ["training"],
  params: planParams,
  answer: noContent,
  status: 204,
});
