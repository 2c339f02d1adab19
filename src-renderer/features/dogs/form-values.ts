import * as z from "zod/mini";
import { addDogSchema, disciplines, measureDogSchema, type Dog } from "#shared/api/dogs.ts";
import { message } from "#shared/api/fields.ts";
import { deviceDate } from "#shared/calendar-date.ts";

/** Returns the date on the device's calendar as `YYYY-MM-DD`. */
export const today = (): string => deviceDate(new Date());

/** Parses "34.5" or "34,5", with or without its unit; NaN for anything else. */
const parseDecimal = (text: string): number =>
  /^\d+([.,]\d*)?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;

const withoutUnit = (text: string) => text.trim().replace(/\s*(cm|kg)$/i, "");

const optionalText = z.pipe(
  z.string(),
  z.transform((text: string) => text.trim() || null),
);

const optionalNumber = z.pipe(
  z.string(),
  z.transform((text: string) => (text.trim() === "" ? null : parseDecimal(withoutUnit(text)))),
);

const requiredNumber = z.pipe(
  z.string().check(z.minLength(1, message.required)),
  z.transform((text: string) => parseDecimal(withoutUnit(text))),
);

type Days = Partial<Record<"bornOn" | "weighedOn" | "measuredOn", string | null>>;

/** Reports a day after today at its field. */
const notInFuture = (field: keyof Days) =>
  z.refine<Days>((values) => (values[field] ?? "") <= today(), {
    path: [field],
    error: message.future,
  });

/** The texts of the form for a dog, parsed to what the API takes. */
export const dogFormSchema = z
  .pipe(
    z.object({
      name: z.string(),
      bornOn: optionalText,
      discipline: z.pipe(
        z.enum(["", ...disciplines]),
        z.transform((choice) => choice || null),
      ),
      weightKg: optionalNumber,
      weighedOn: optionalText,
      heightCm: optionalNumber,
      measuredOn: optionalText,
    }),
    addDogSchema,
  )
  .check(notInFuture("bornOn"), notInFuture("weighedOn"), notInFuture("measuredOn"));

/** The texts of the form for a measurement, parsed to what the API takes. */
export const measureFormSchema = z
  .pipe(
    z.object({
      heightCm: requiredNumber,
      measuredOn: z.string().check(z.minLength(1, message.required)),
    }),
    measureDogSchema,
  )
  .check(notInFuture("measuredOn"));

export type DogTexts = z.input<typeof dogFormSchema>;

/** Returns the texts that the form for a dog begins with; `number` formats in the user's language. */
export function textsOf(dog: Dog | null, number: (value: number) => string): DogTexts {
  return {
    name: dog?.name ?? "",
    bornOn: dog?.bornOn ?? "",
    discipline: dog?.discipline ?? "",
    weightKg: typeof dog?.weightKg === "number" ? number(dog.weightKg) : "",
    weighedOn: dog?.weighedOn ?? today(),
    heightCm: "",
    measuredOn: today(),
  };
}
