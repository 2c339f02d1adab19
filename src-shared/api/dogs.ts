import * as z from "zod/mini";
import { heightClassOf, type HeightClass } from "../height-class.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { message, requiredText } from "./fields.ts";

/** What a dog is trained for; each is also a tag of the content. */
export const disciplines = ["agility", "rally", "obedience", "shows", "conditioning"] as const;

export const dogLimits = { dogs: 20, heights: 200 } as const;

/** Earliest day that a date of a dog may name. */
const earliestDay = "1990-01-01";

const dogNameField = requiredText(60);

/** Height at the withers in cm; stored rounded to 0.1 cm. */
const heightField = z
  .number(message.number)
  .check(z.gte(10, message.heightRange), z.lte(110, message.heightRange));

/** Weight in kg; stored rounded to 0.1 kg. */
const weightField = z
  .number(message.number)
  .check(z.gte(0.5, message.weightRange), z.lte(120, message.weightRange));

/** A day as `YYYY-MM-DD`. The server also refuses days that have begun nowhere on earth. */
const dayField = z.iso.date(message.day).check(z.refine((day) => day >= earliestDay, message.day));

const disciplineField = z.enum(disciplines);

type Measured = { weightKg?: unknown; weighedOn?: unknown };
type MeasuredHeight = { heightCm?: unknown; measuredOn?: unknown };

const isAbsent = (value: unknown) => value === null || value === undefined;

const dogFields = {
  name: dogNameField,
  bornOn: z.nullable(dayField),
  discipline: z.nullable(disciplineField),
  weightKg: z.nullable(weightField),
  /** Day of the weighing; ignored without a weight. */
  weighedOn: z.nullable(dayField),
};

/** A weight needs its day. */
const weightHasDay = z.refine<Measured>(
  ({ weightKg, weighedOn }) => isAbsent(weightKg) || !isAbsent(weighedOn),
  { path: ["weighedOn"], error: message.required },
);

/** A height needs its day. */
const heightHasDay = z.refine<MeasuredHeight>(
  ({ heightCm, measuredOn }) => isAbsent(heightCm) || !isAbsent(measuredOn),
  { path: ["measuredOn"], error: message.required },
);

export const changeDogSchema = z.object(dogFields).check(weightHasDay);

export const addDogSchema = z
  .object({
    ...dogFields,
    heightCm: z.nullable(heightField),
    /** Day of the measurement; ignored without a height. */
    measuredOn: z.nullable(dayField),
  })
  .check(weightHasDay, heightHasDay);

export const measureDogSchema = z.object({ heightCm: heightField, measuredOn: dayField });

const heightSchema = z.object({ id: z.string(), heightCm: z.number(), measuredOn: z.iso.date() });

const dogSchema = z.object({
  id: z.string(),
  name: z.string(),
  bornOn: z.nullable(z.iso.date()),
  discipline: z.nullable(disciplineField),
  weightKg: z.nullable(z.number()),
  weighedOn: z.nullable(z.iso.date()),
  /** The history, the latest measurement first. */
  heights: z.array(heightSchema),
});
export type Dog = z.infer<typeof dogSchema>;
export type DogHeight = Dog["heights"][number];

/** Returns the class of a dog by its latest height; null before it was measured. */
export function heightClassOfDog({ heights: [latest] }: Pick<Dog, "heights">): HeightClass | null {
  return latest ? heightClassOf(latest.heightCm) : null;
}

const dogParams = z.object({ id: z.uuid() });

/** Lists the user's dogs in the order in which they were added. */
export const listDogs = endpoint({
  method: "GET",
  path: "/dogs",
  summary: "List the user's dogs with the history of their heights",
  access: "user",
  parts: ["dogs"],
  answer: z.object({ items: z.array(dogSchema) }),
});

export const addDog = endpoint({
  method: "POST",
  path: "/dogs",
  summary: "Add a dog",
  access: "user",
  parts: ["dogs"],
  errors: ["limit-reached"],
  body: addDogSchema,
  answer: dogSchema,
  status: 201,
});

export const changeDog = endpoint({
  method: "PUT",
  path: "/dogs/:id",
  summary: "Change what is known of a dog, except its heights",
  access: "user",
  parts: ["dogs"],
  params: dogParams,
  body: changeDogSchema,
  answer: dogSchema,
});

export const deleteDog = endpoint({
  method: "DELETE",
  path: "/dogs/:id",
  summary: "Delete a dog with all its measurements",
  access: "user",
  parts: ["dogs"],
  params: dogParams,
  answer: noContent,
  status: 204,
});

export const measureDog = endpoint({
  method: "POST",
  path: "/dogs/:id/heights",
  summary: "Add a measurement of a dog's height",
  access: "user",
  parts: ["dogs"],
  errors: ["limit-reached"],
  params: dogParams,
  body: measureDogSchema,
  answer: dogSchema,
  status: 201,
});

export const deleteHeight = endpoint({
  method: "DELETE",
  path: "/dogs/:id/heights/:heightId",
  summary: "Remove a measurement of a dog's height",
  access: "user",
  parts: ["dogs"],
  params: z.object({ id: z.uuid(), heightId: z.uuid() }),
  answer: dogSchema,
});
