import * as z from "zod/mini";
import { ingredientSchema } from "#shared/api/kind-fields.ts";
import { showItemSchema } from "#shared/api/show-day.ts";
import { countSessions, maxSessions } from "#shared/api/kind-fields.ts";
import { courseText } from "#shared/course.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { heightClassIds } from "#shared/height-class.ts";
import { maxRepetitions } from "#shared/progression.ts";
import { defaultLanguage, languages } from "#shared/languages.ts";

/** The fields that authors write: of `entry.json` and of the front matter, those of all kinds and those of some. */

const text = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));
const name = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
/** A file beside `entry.json`, never a path. */
export const fileName = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$/));
export const minutes = z.int().check(z.gte(0), z.lte(24 * 60));

export const slugSchema = name.check(z.maxLength(120));
export const tagIdSchema = name;
export const tagNameSchema = text(40);

const isDistinct = (all: readonly unknown[]) => new Set(all).size === all.length;

const source = z.strictObject({
  title: text(200),
  publisher: text(120),
  url: z.optional(z.url({ protocol: /^https$/ })),
  language: z._default(z.enum(languages), defaultLanguage),
});

/** Fields of `entry.json` that an entry of any kind may have; an import leaves out what is wrong in them. */
export const optionalFields = {
  /** Other entries that go with it, as `articles/weave-entries`; listed at both. */
  related: z.optional(
    z
      .array(
        z.string().check(z.regex(new RegExp(`^(${contentKinds.join("|")})/[a-z0-9-]{1,120}$`))),
      )
      .check(z.maxLength(8), z.refine(isDistinct, "names an entry twice")),
  ),
  /** What the text relies on. */
  sources: z.optional(z.array(source).check(z.minLength(1), z.maxLength(20))),
  /** When it was last checked, and by whom. */
  reviewed: z.optional(z.strictObject({ on: z.iso.date(), by: text(80) })),
  /** Whether anybody may read all of it. */
  free: z.optional(z.boolean()),
  /** The dogs that it is for, if not for all. */
  dogs: z.optional(
    z.strictObject({
      classes: z.optional(z.array(z.enum(heightClassIds)).check(z.minLength(1))),
      fromMonths: z.optional(z.int().check(z.gte(1), z.lte(120))),
    }),
  ),
};

export const entryFields = {
  ...optionalFields,
  publishedAt: z.nullable(z.iso.datetime()),
  author: text(80),
  tags: z.array(name).check(z.minLength(1), z.maxLength(4)),
  motif: name,
};
/** Items of a show's countdown; only those of the day itself have a time before the start. */
const showItems = z.array(z.strictObject(showItemSchema.shape)).check(
  z.minLength(1),
  z.maxLength(30),
  z.refine(
    (items) => items.every(({ daysBefore, minutesBefore }) => !minutesBefore || daysBefore === 0),
    "minutesBefore: only on the day of the show",
  ),
);
export const frontFields = { title: text(70), summary: text(300), showDay: z.optional(showItems) };

export const ingredient = z.strictObject({ ...ingredientSchema.shape, name: text(120) });
const centimetres = z.number().check(z.gte(5), z.lte(100));
export const tin = z.union([
  z.strictObject({ length: centimetres, width: centimetres }),
  z.strictObject({ diameter: centimetres }),
]);
export const feeding = z.strictObject({
  kcal: z.number().check(z.gte(1), z.lte(5000)),
  dayShare: z.number().check(z.gt(0), z.lte(1)),
  daysAWeek: z.int().check(z.gte(1), z.lte(7)),
});
const repetitions = z.int().check(z.gte(1), z.lte(maxRepetitions));
const classValues = z.strictObject({
  label: text(60),
  cm: z.record(z.enum(heightClassIds), z.number().check(z.gt(0), z.lte(1000))),
});
const week = z.strictObject({
  title: text(120),
  sessions: z
    .array(
      z.strictObject({
        title: text(120),
        minutes,
        description: text(600),
        /** The set-up, drawn: lines as in a block `course` of the text. */
        course: z.optional(courseText),
        repetitions: z.optional(repetitions),
        byClass: z.optional(z.array(classValues).check(z.minLength(1), z.maxLength(4))),
      }),
    )
    .check(z.minLength(1)),
});
/** The weeks of a protocol. */
export const weeks = z.array(week).check(
  z.minLength(1),
  z.refine((all) => countSessions(all) <= maxSessions, {
    error: `more than ${maxSessions} sessions`,
  }),
);
export const counted = z
  .strictObject({
    kind: z.literal("counted"),
    repetitions,
    toGoOn: repetitions,
    toGoBack: z.optional(repetitions),
  })
  .check(
    z.refine(
      ({ repetitions: all, toGoOn, toGoBack = 1 }) => toGoBack <= toGoOn && toGoOn <= all,
      "toGoBack is at most toGoOn, and toGoOn at most repetitions",
    ),
  );
export const judged = z.strictObject({
  kind: z.literal("judged"),
  criterion: z.optional(text(400)),
  goBack: z.optional(z.enum(["week", "weekBefore"])),
});

export const chapters = z
  .array(z.strictObject({ at: z.number().check(z.gte(0)), title: text(80) }))
  .check(
    z.minLength(1),
    z.refine(
      (all) => all.every(({ at }, i) => at > (all[i - 1]?.at ?? -1)),
      "each begins after the one before",
    ),
  );
