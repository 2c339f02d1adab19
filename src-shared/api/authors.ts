import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { requiredText, textFields } from "./fields.ts";
import { pageSizes, teaserSchema } from "./library.ts";

const authorParams = z.object({ slug: z.string().check(z.maxLength(120)) });

const authorSchema = z.object({
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

/** What an admin writes of an author. */
const authorFields = {
  name: requiredText(80),
  ...textFields("credentials", 200),
  /** Markdown. */
  ...textFields("body", 5000),
};

const studioAuthorSchema = z.object({
  slug: z.string(),
  /** Grows with each change. */
  revision: z.int32(),
  ...authorFields,
  /** Number of entries that name the author, drafts included. */
  entries: z.int(),
});
export type StudioAuthor = z.infer<typeof studioAuthorSchema>;

/** Lists the authors who have a page, as they were written. */
export const listStudioAuthors = endpoint({
  method: "GET",
  path: "/studio/authors",
  summary: "List the authors as they were written",
  access: "admin",
  answer: z.object({ items: z.array(studioAuthorSchema) }),
});

/** Adds an author, whose address is made of the name. 409 `slug-taken` if there is one with that address. */
export const addAuthor = endpoint({
  method: "POST",
  path: "/studio/authors",
  summary: "Add an author",
  access: "admin",
  body: z.object(authorFields),
  answer: studioAuthorSchema,
  status: 201,
  errors: ["slug-taken"],
});

/**
 * Changes an author; another name is written into the entries, too. One of the content folder becomes the portal's own. 409 `conflict`
 * when the author was changed since the revision that the caller read.
 */
export const changeAuthor = endpoint({
  method: "PUT",
  path: "/studio/authors/:slug",
  summary: "Change an author",
  access: "admin",
  params: authorParams,
  body: z.object({ ...authorFields, revision: z.int32() }),
  answer: studioAuthorSchema,
  errors: ["conflict"],
});

/** Deletes the page of an author; entries keep the name. */
export const deleteAuthor = endpoint({
  method: "DELETE",
  path: "/studio/authors/:slug",
  summary: "Delete the page of an author",
  access: "admin",
  params: authorParams,
  answer: noContent,
  status: 204,
});
