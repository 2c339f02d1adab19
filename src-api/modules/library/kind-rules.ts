import * as z from "zod/mini";
import type { Preview, Teaser } from "#shared/api/library.ts";
import {
  levels,
  type PreviewFields,
  type TeaserFields,
  type TextDetails,
  type TextFields,
} from "#shared/api/kind-fields.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages } from "#shared/languages.ts";
import {
  chapters,
  counted,
  entryFields,
  feeding,
  fileName,
  frontFields,
  ingredient,
  judged,
  minutes,
  tin,
  weeks as weeksField,
} from "./entry-fields.ts";
import { posterPath } from "./media/media-files.ts";
import type { EntryDetails } from "./schema.ts";

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
  /** Returns what anybody may see of what the kind adds. */
  teaser: (subject: Subject<Values<Entry>, TextFields<Kind>>) => TeaserFields<Kind>;
  /** Number of the first words that are open where the author has not marked the wall; 0 if missing. */
  openWords?: number;
  /** Returns what else of it is open. */
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
  // a row holds what the two schemas below parsed when it was written
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
