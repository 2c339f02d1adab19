import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import { pageSizes, teaserSchema } from "./library.ts";

const authorParams = z.object({ slug: z.string().check(z.maxLength(120)) });

export const authorSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** One line about what qualifies the author. */
  credentials: z.string(),
  /** CommonMark. */
  body: z.string(),
  /** Language of the texts: English if there is no translation. */
  language: z.enum(languages),
  /** Languages in which the text is written. */
  languages: z.array(z.enum(languages)),
});
export type Author = z.infer<typeof authorSchema>;

export const getAuthor = endpoint({
  method: "GET",
  path: "/authors/:slug",
  summary: "Get an author",
  params: authorParams,
  answer: authorSchema,
});

/** Lists the published entries of an author as teasers, newest first. */
export const listAuthorEntries = endpoint({
  method: "GET",
  path: "/authors/:slug/entries",
  summary: "List the entries of an author",
  params: authorParams,
  query: z.object({
    /** `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(400))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizes.max))),
  }),
  answer: z.object({ items: z.array(teaserSchema), nextCursor: z.nullable(z.string()) }),
});
