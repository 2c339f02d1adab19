import * as z from "zod/mini";
import {
  ingredientSchema,
  countSessions,
  maxSessions,
  levels,
  type PreviewFields,
  type TeaserFields,
  type TextDetails,
  type TextFields,
} from "#shared/api/kind-fields.ts";
import { showItemSchema } from "#shared/api/show-day.ts";
import { courseText, replaceCourses } from "#shared/course.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { heightClassIds } from "#shared/height-class.ts";
import { maxRepetitions } from "#shared/progression.ts";
import { defaultLanguage, languages } from "#shared/languages.ts";
import type { Preview, Teaser } from "#shared/api/library.ts";
import { posterPath, hasCaptions, isTextImage, textImage } from "./media/media-files.ts";
import type { EntryDetails } from "./schema.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import type { EntryFiles, MarkdownText } from "#api/infra/content-folder/entry-files.ts";
import type { NewEntry } from "./entries/stored-entries.ts";

/** The fields that authors write: of `entry.json` and of the front matter, those of all kinds and those of some. */

const text = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));
const name = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
/** A file beside `entry.json`, never a path. */
export const fileName = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$/));
const minutes = z.int().check(z.gte(0), z.lte(24 * 60));

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

const share = z.number().check(z.gte(0), z.lte(1));

const entryFields = {
  ...optionalFields,
  /** A picture in place of the drawing: the point that every crop keeps, and what it shows in words. */
  cover: z.optional(
    z.strictObject({
      picture: z
        .string()
        .check(
          z.regex(
            textImage,
            "has to be WebP with its size in its name, such as jump-1400x700.webp",
          ),
        ),
      focus: z.strictObject({ x: share, y: share }),
      alt: z.partialRecord(z.enum(languages), text(300)).check(
        z.refine((alt) => Object.keys(alt).length > 0, {
          error: "has to say what the picture shows",
        }),
      ),
    }),
  ),
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
const frontFields = { title: text(70), summary: text(300), showDay: z.optional(showItems) };

const ingredient = z.strictObject({ ...ingredientSchema.shape, name: text(120) });
const centimetres = z.number().check(z.gte(5), z.lte(100));
const tin = z.union([
  z.strictObject({ length: centimetres, width: centimetres }),
  z.strictObject({ diameter: centimetres }),
]);
const feeding = z.strictObject({
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
const weeksField = z.array(week).check(
  z.minLength(1),
  z.refine((all) => countSessions(all) <= maxSessions, {
    error: `more than ${maxSessions} sessions`,
  }),
);
const counted = z
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
const judged = z.strictObject({
  kind: z.literal("judged"),
  criterion: z.optional(text(400)),
  goBack: z.optional(z.enum(["week", "weekBefore"])),
});

const chapters = z.array(z.strictObject({ at: z.number().check(z.gte(0)), title: text(80) })).check(
  z.minLength(1),
  z.refine(
    (all) => all.every(({ at }, i) => at > (all[i - 1]?.at ?? -1)),
    "each begins after the one before",
  ),
);

type Fields = Record<string, z.ZodMiniType>;
type Values<Shape extends Fields> = z.infer<z.ZodMiniObject<Shape>>;

/** A stored entry in one language, as the rules of its kind see it. */
type Subject<Details, Text> = { slug: string; words: number; details: Details; text: Text };

/** Rules of one kind: `Entry` are its fields of `entry.json` that other kinds do not have. */
type Rules<Kind extends ContentKind, Entry extends Fields> = {
  entry: Entry;
  /** Fields of the front matter that other kinds do not have. */
  front: { [Field in keyof TextFields<Kind>]: z.ZodMiniType<TextFields<Kind>[Field]> };
  minutes: (subject: Subject<Values<Entry>, TextFields<Kind>>) => number;
  /** Returns the public part of the kind's own fields. */
  teaser: (subject: Subject<Values<Entry>, TextFields<Kind>>) => TeaserFields<Kind>;
  /** Number of the first words that are open where the author has not marked the wall; 0 if missing. */
  openWords?: number;
  /** Returns the further open part of it. */
  preview: (subject: Subject<Values<Entry>, TextFields<Kind>>) => PreviewFields<Kind>;
};

type AnySubject = Subject<EntryDetails, TextDetails>;

/** The rules of a kind as callers use them, who have entries of all kinds. */
type KindRules = {
  entrySchema: z.ZodMiniType<Values<typeof entryFields> & EntryDetails>;
  frontSchema: z.ZodMiniType<{ title: string; summary: string } & TextDetails>;
  /** Fields besides those that every entry has: of `entry.json`, and of the front matter. */
  ownFields: { entry: string[]; front: string[] };
  minutes: (subject: AnySubject) => number;
  teaser: (subject: AnySubject) => Partial<Teaser>;
  openWords: number;
  preview: (subject: AnySubject) => Partial<Preview>;
};

function rulesOf<Kind extends ContentKind, Entry extends Fields>(
  _kind: Kind,
  { entry, front, minutes: minutesOf, teaser, openWords = 0, preview }: Rules<Kind, Entry>,
): KindRules {
  // a row has what the two schemas below parsed when it was written
  const known = (subject: AnySubject) =>
    subject as unknown as Subject<Values<Entry>, TextFields<Kind>>;
  return {
    // the compiler does not resolve the fields of a kind that it does not know
    entrySchema: z.strictObject({
      ...entryFields,
      ...entry,
    }) as unknown as KindRules["entrySchema"],
    frontSchema: z.strictObject({
      ...frontFields,
      ...front,
    }) as unknown as KindRules["frontSchema"],
    ownFields: { entry: Object.keys(entry), front: ["showDay", ...Object.keys(front)] },
    minutes: (subject) => Math.max(1, Math.ceil(minutesOf(known(subject)))),
    teaser: (subject) => teaser(known(subject)),
    openWords,
    preview: (subject) => preview(known(subject)),
  };
}

const wordsPerMinute = 200;
const readingMinutes = ({ words }: { words: number }) => words / wordsPerMinute;

/** Rules of the kinds that are nothing but a text. */
const textRules = {
  entry: {},
  front: {},
  minutes: readingMinutes,
  teaser: () => ({}),
  openWords: 80,
  preview: () => ({}),
};

/** Rules of the API for each kind: its files, the duration of an entry, the content of its teaser. */
export const kindRules = {
  articles: rulesOf("articles", textRules),
  blog: rulesOf("blog", textRules),
  recipes: rulesOf("recipes", {
    entry: {
      prepMinutes: minutes,
      cookMinutes: minutes,
      servings: z.int().check(z.gte(1), z.lte(1000)),
    },
    front: {
      ingredients: z.array(ingredient).check(z.minLength(1)),
      tin: z.optional(tin),
      feeding: z.optional(feeding),
    },
    minutes: ({ details }) => details.prepMinutes + details.cookMinutes,
    teaser: ({ details: { prepMinutes, cookMinutes, servings } }) => ({
      recipe: { prepMinutes, cookMinutes, servings },
    }),
    preview: ({ text: { ingredients } }) => ({
      ingredientNames: ingredients.map(({ name: needed }) => needed),
    }),
  }),
  protocols: rulesOf("protocols", {
    entry: { level: z.enum(levels), highImpact: z.optional(z.boolean()) },
    front: {
      weeks: weeksField,
      progression: z.optional(z.union([counted, judged])),
    },
    minutes: ({ text: { weeks } }) => {
      const all = weeks.flatMap(({ sessions }) => sessions);
      return Math.round(all.reduce((sum, session) => sum + session.minutes, 0) / weeks.length);
    },
    teaser: ({ details: { level, highImpact = false }, text: { weeks } }) => {
      const [first = { title: "", sessions: [] }] = weeks;
      const sessions = first.sessions.map(({ title, minutes: length }) => ({
        title,
        minutes: length,
      }));
      return {
        protocol: {
          level,
          weeks: weeks.length,
          ...(highImpact && { highImpact }),
          firstWeek: { title: first.title, sessions },
        },
      };
    },
    preview: ({ text: { weeks } }) => ({ openWeek: weeks[0] ?? { title: "", sessions: [] } }),
  }),
  videos: rulesOf("videos", {
    entry: {
      durationSeconds: z.int().check(z.gte(1)),
      source: fileName,
      poster: fileName,
      framesPerSecond: z.optional(z.number().check(z.gte(1), z.lte(1000))),
      silent: z.optional(z.boolean()),
      captions: z.optional(z.array(z.enum(languages))),
    },
    front: { chapters: z.optional(chapters) },
    minutes: ({ details }) => details.durationSeconds / 60,
    teaser: ({ slug, details: { durationSeconds, silent = false, captions = [] } }) => ({
      video: {
        durationSeconds,
        poster: posterPath(slug),
        ...(silent && { silent }),
        ...(captions.length > 0 && { captioned: true }),
      },
    }),
    preview: () => ({}),
  }),
} satisfies Record<ContentKind, KindRules>;

type EntrySource = Pick<EntryFiles, "path" | "slug" | "names">;

/** Counts the words of a text; drawn set-ups are looked at, not read. */
const countWords = (markdown: string) =>
  replaceCourses(markdown, () => "")
    .split(/\s+/)
    .filter(Boolean).length;

/** Checks that the files exist that a video names, and finds its captions, and the images of texts. */
function completeDetails({ path, slug, names }: EntrySource, own: EntryDetails): EntryDetails {
  const images = names.filter(isTextImage);
  const details = images.length > 0 ? { ...own, images } : own;
  const picture = details.cover?.picture;
  if (picture !== undefined && !names.includes(picture)) {
    throw new ContentError(
      `${path}/entry.json: cover: picture: there is no file ${path}/${picture}`,
    );
  }
  if (details.source === undefined) return details;
  for (const field of ["source", "poster"] as const) {
    const file = details[field] ?? "";
    if (!names.includes(file)) {
      throw new ContentError(`${path}/entry.json: ${field}: there is no file ${path}/${file}`);
    }
  }
  const captions = languages.filter((language) => hasCaptions(slug, language, names));
  return { ...details, captions };
}

/** Returns the rows of an entry from its parsed files. Throws a ContentError if a file is missing that it names. */
export function newEntry(
  place: EntrySource,
  metadata: z.infer<KindRules["entrySchema"]>,
  texts: MarkdownText<z.infer<KindRules["frontSchema"]>>[],
): NewEntry {
  const { publishedAt, author, tags, motif, related = [], ...details } = metadata;
  return {
    publishedAt: publishedAt === null ? null : new Date(publishedAt),
    author,
    tags,
    motif,
    related,
    details: completeDetails(place, details),
    texts: texts.map(({ language, front, body }) => {
      const { title, summary, ...textDetails } = front;
      return { language, title, summary, body, words: countWords(body), details: textDetails };
    }),
  };
}
