import * as z from "zod/mini";
import {
  ingredientSchema,
  levels,
  type weekSchema,
  type ContentKind,
} from "../../../../src-shared/api/library.ts";
import { languages } from "../../../../src-shared/languages.ts";

const text = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));
const name = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
/** A file beside `entry.json`, never a path. */
const fileName = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$/));
const minutes = z.int().check(z.gte(0), z.lte(24 * 60));
const publishedAt = z.iso.datetime();

export const slugSchema = name.check(z.maxLength(120));

/** `tags.json`: names by language, by tag. */
export const tagsSchema = z.record(
  name,
  z.strictObject({ en: text(40), pl: z.optional(text(40)) }),
);

const entry = {
  publishedAt,
  author: text(80),
  tags: z.array(name).check(z.minLength(1), z.maxLength(4)),
  motif: name,
};

/** `entry.json` of each kind. */
export const entrySchemas = {
  articles: z.strictObject(entry),
  blog: z.strictObject(entry),
  recipes: z.strictObject({
    ...entry,
    prepMinutes: minutes,
    cookMinutes: minutes,
    servings: z.int().check(z.gte(1), z.lte(1000)),
  }),
  protocols: z.strictObject({ ...entry, level: z.enum(levels) }),
  videos: z.strictObject({
    ...entry,
    durationSeconds: z.int().check(z.gte(1)),
    source: fileName,
    poster: fileName,
    captions: z.optional(z.array(z.enum(languages))),
  }),
} satisfies Record<ContentKind, z.ZodMiniType>;

const front = { title: text(70), summary: text(300) };
const week = z.strictObject({
  title: text(120),
  sessions: z
    .array(z.strictObject({ title: text(120), minutes, description: text(600) }))
    .check(z.minLength(1)),
}) satisfies z.ZodMiniType<z.infer<typeof weekSchema>>;
const ingredient = z.strictObject({
  ...ingredientSchema.shape,
  name: text(120),
});

/** Front matter of each kind. */
export const frontMatterSchemas = {
  articles: z.strictObject(front),
  blog: z.strictObject(front),
  recipes: z.strictObject({ ...front, ingredients: z.array(ingredient).check(z.minLength(1)) }),
  protocols: z.strictObject({ ...front, weeks: z.array(week).check(z.minLength(1)) }),
  videos: z.strictObject(front),
} satisfies Record<ContentKind, z.ZodMiniType>;

export const announcementEntrySchema = z.strictObject({ publishedAt });
export const announcementFrontSchema = z.strictObject({ title: text(120) });
/** Markdown below the front matter. */
export const bodySchema = text(100_000);
