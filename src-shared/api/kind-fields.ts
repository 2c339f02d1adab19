import * as z from "zod/mini";
import { contentKinds, type ContentKind } from "../content-kinds.ts";
import { heightClassIds } from "../height-class.ts";
import type { ShowItem } from "../show-day.ts";

export const levels = ["beginner", "intermediate", "advanced"] as const;

export const ingredientSchema = z.object({
  quantity: z.number(),
  unit: z.enum(["g", "ml", "tsp", "tbsp", "pc"]),
  name: z.string(),
});

/** Inner size in cm of the tin that a recipe is baked in. */
const tinSchema = z.union([
  z.object({ length: z.number(), width: z.number() }),
  z.object({ diameter: z.number() }),
]);

/** How much of a recipe a dog may have. */
const feedingSchema = z.object({
  /** Energy of one portion. */
  kcal: z.number(),
  /** At most this part of the energy that the dog needs in a day: 0.08 are 8 %. */
  dayShare: z.number(),
  /** At most on so many days a week. */
  daysAWeek: z.int(),
});

/** A part of a video: where it begins, in seconds, and what it is about. */
const chapterSchema = z.object({ at: z.number(), title: z.string() });

/** A measure of a session in cm that depends on the height class, the height of a bar for example. */
export const classValuesSchema = z.object({
  label: z.string(),
  cm: z.record(z.enum(heightClassIds), z.number()),
});
export type ClassValues = z.infer<typeof classValuesSchema>;

const sessionSchema = z.object({
  title: z.string(),
  minutes: z.int(),
  description: z.string(),
  /** The set-up: see `src-shared/course.ts`. */
  course: z.optional(z.string()),
  /** Repetitions that are counted in this session, if not those of the protocol's progression. */
  repetitions: z.optional(z.int()),
  byClass: z.optional(z.array(classValuesSchema)),
});

/** Most sessions of a protocol. */
export const maxSessions = 1000;

/** Returns the number of sessions in weeks, whatever their form. */
export const countSessions = (weeks: unknown): number =>
  (Array.isArray(weeks) ? weeks : []).reduce<number>((sum, week: unknown) => {
    const sessions: unknown = Object(week).sessions;
    return sum + (Array.isArray(sessions) ? sessions.length : 1);
  }, 0);

const weekSchema = z.object({ title: z.string(), sessions: z.array(sessionSchema) });

/** What decides whether a member goes on: `progression.ts`. */
const progressionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("counted"),
    repetitions: z.int(),
    toGoOn: z.int(),
    toGoBack: z.optional(z.int()),
  }),
  z.object({
    kind: z.literal("judged"),
    criterion: z.optional(z.string()),
    goBack: z.optional(z.enum(["week", "weekBefore"])),
  }),
]);

type Fields = Record<string, z.ZodMiniType>;

/** What each kind adds to teasers and previews, which anybody sees, and to texts, for members only. */
const kindFields = {
  articles: { teaser: {}, preview: {}, text: {} },
  blog: { teaser: {}, preview: {}, text: {} },
  recipes: {
    teaser: {
      recipe: z.object({ prepMinutes: z.int(), cookMinutes: z.int(), servings: z.int() }),
    },
    preview: {
      /** What is needed, without amounts. */
      ingredientNames: z.array(z.string()),
    },
    text: {
      ingredients: z.array(ingredientSchema),
      tin: z.optional(tinSchema),
      feeding: z.optional(feedingSchema),
    },
  },
  protocols: {
    teaser: {
      protocol: z.object({
        level: z.enum(levels),
        weeks: z.int(),
        /** Whether it jumps or weaves: only for dogs whose growth plates are closed (`growth.ts`). */
        highImpact: z.optional(z.boolean()),
        firstWeek: z.object({
          title: z.string(),
          sessions: z.array(z.object({ title: z.string(), minutes: z.int() })),
        }),
      }),
    },
    preview: {
      openWeek: weekSchema,
    },
    text: { weeks: z.array(weekSchema), progression: z.optional(progressionSchema) },
  },
  videos: {
    teaser: {
      video: z.object({
        durationSeconds: z.int(),
        /** Address of a still; public. */
        poster: z.string(),
        /** Whether it has no sound. */
        silent: z.optional(z.boolean()),
        captioned: z.optional(z.boolean()),
      }),
    },
    preview: {},
    text: { chapters: z.optional(z.array(chapterSchema)) },
  },
} satisfies Record<ContentKind, { teaser: Fields; preview: Fields; text: Fields }>;

type KindFields = typeof kindFields;
type All<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

// Object.assign of a list loses the types of its members
export const teaserFields = Object.assign(
  {},
  ...contentKinds.map((kind) => kindFields[kind].teaser),
) as All<KindFields[ContentKind]["teaser"]>;
export const previewFields = Object.assign(
  {},
  ...contentKinds.map((kind) => kindFields[kind].preview),
) as All<KindFields[ContentKind]["preview"]>;
export const textFields = Object.assign(
  {},
  ...contentKinds.map((kind) => kindFields[kind].text),
) as All<KindFields[ContentKind]["text"]>;

type Values<Shape extends Fields> = { [Field in keyof Shape]: z.infer<Shape[Field]> };

export type TeaserFields<Kind extends ContentKind> = Values<KindFields[Kind]["teaser"]>;
export type PreviewFields<Kind extends ContentKind> = Values<KindFields[Kind]["preview"]>;
export type TextFields<Kind extends ContentKind> = Values<KindFields[Kind]["text"]>;

/** The fields of all kinds: a text has those of its own kind. */
export type TextDetails = Partial<Values<typeof textFields>> & {
  /** What the entry contributes to the countdown of a show: `api/show-day.ts`. */
  showDay?: ShowItem[] | undefined;
};
