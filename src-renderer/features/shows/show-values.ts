import * as z from "zod/mini";
import { message } from "#shared/api/fields.ts";
import { showFieldsSchema, showLimits, type Show } from "#shared/api/show-day.ts";
import { addDays, deviceDate } from "#shared/calendar-date.ts";
import { heightClasses } from "#shared/height-class.ts";

const classIds = heightClasses.map(({ id }) => id);

/** The competitor is one field: the id of a dog, or the name of a class. */
const competitorOf = (text: string) => {
  const heightClass = classIds.find((id) => id === text) ?? null;
  return { heightClass, dogId: heightClass === null && text !== "" ? text : null };
};

/** The days that a show may be on: from today to a year ahead. */
export const showDays = () => {
  const today = deviceDate(new Date());
  return { first: today, last: addDays(today, showLimits.daysAhead - 1) };
};

/** The texts of the form, parsed to what the API takes. A date that is kept may be over. */
export const showFormSchema = (kept: string | null) =>
  z
    .pipe(
      z.object({
        name: z.string(),
        on: z.string().check(z.minLength(1, message.required)),
        startsAt: z.string(),
        competitor: z.string().check(z.minLength(1, message.required)),
        isHot: z.boolean(),
      }),
      z.pipe(
        z.transform(({ competitor, startsAt, ...rest }: ShowTexts) => ({
          ...rest,
          startsAt: startsAt || null,
          ...competitorOf(competitor),
        })),
        showFieldsSchema,
      ),
    )
    .check(
      z.refine(
        ({ on }) => {
          const { first, last } = showDays();
          return on === kept || (on >= first && on <= last);
        },
        { path: ["on"], error: "show-day:outside" },
      ),
    );

export type ShowTexts = {
  name: string;
  on: string;
  startsAt: string;
  competitor: string;
  isHot: boolean;
};

export const noTexts: ShowTexts = {
  name: "",
  on: "",
  startsAt: "",
  competitor: "",
  isHot: false,
};

/** Returns the texts that the form for a show begins with. */
export const textsOf = ({ name, on, startsAt, dog, heightClass, isHot }: Show): ShowTexts => ({
  name,
  on,
  startsAt: startsAt ?? "",
  competitor: dog?.id ?? heightClass ?? "",
  isHot,
});
