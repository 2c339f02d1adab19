import * as z from "zod/mini";
import { contentKinds } from "../content-kinds.ts";
import { languages } from "../languages.ts";
import { endpoint } from "./endpoint.ts";
import { contentKindSchema, coverSchema, pageSizes, searchLength, tagSchema } from "./library.ts";

const anyKind = `(${contentKinds.join("|")})`;

/** A piece of a text: whether it is what was searched for. */
const partSchema = z.object({ text: z.string(), isMatch: z.boolean() });
export type TextPart = z.infer<typeof partSchema>;

/** Order of results: the best match first, or the newest entry. */
export const searchSorts = ["best", "newest"] as const;
export type SearchSort = (typeof searchSorts)[number];

const searchResultSchema = z.object({
  kind: contentKindSchema,
  slug: z.string(),
  /** Language of the texts: English if there is no translation. */
  language: z.enum(languages),
  title: z.string(),
  summary: z.string(),
  /** Name of the drawing on its cover, where it has no picture or that cannot be loaded. */
  motif: z.string(),
  cover: z.optional(coverSchema),
  tags: z.array(z.object({ id: z.string(), name: z.string(), isMatch: z.boolean() })),
  /** The author, whose name may be what matches. */
  author: z.object({ name: z.string(), isMatch: z.boolean() }),
  /** Parts of title and summary; for members an `excerpt` where those do not match. */
  highlights: z.object({
    title: z.array(partSchema),
    summary: z.array(partSchema),
    excerpt: z.array(partSchema),
  }),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/**
 * Searches the entries of all kinds for all of some words: in titles, summaries, tags, names of authors, and for active
 * members in the bodies too. The last word may be unfinished; words of five letters or more may have a typo.
 * Matches in the title come first, then in the summary, in tags and authors, and in the body; or the newest entries come
 * first. Those with typos are last in both orders.
 */
export const searchContent = endpoint({
  method: "GET",
  path: "/content/search",
  summary: "Search the entries of all kinds",
  query: z.object({
    q: z.string().check(z.trim(), z.maxLength(searchLength)),
    /** Kinds to search, separated by commas; all unless given. */
    kinds: z.optional(
      z.string().check(z.maxLength(100), z.regex(new RegExp(`^${anyKind}(,${anyKind})*$`))),
    ),
    /** Id of a tag that the entries must have. */
    tag: z.optional(z.string().check(z.maxLength(40))),
    /** The best match first unless given. */
    sort: z.optional(z.enum(searchSorts)),
    /** `nextCursor` of the previous page, of the same order. */
    cursor: z.optional(z.string().check(z.maxLength(400))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizes.max))),
  }),
  answer: z.object({
    items: z.array(searchResultSchema),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
    /** The tag that was searched for, even if no entry was found. */
    topic: z.optional(tagSchema),
  }),
});
