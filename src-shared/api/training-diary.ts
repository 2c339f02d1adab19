import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint, file } from "./endpoint.ts";
import { day, sessionPositionFields, ruleSchema } from "./training.ts";

/** Sessions of a page, unless the caller asks for another number. */
export const diaryPageSizes = { default: 20, max: 100 } as const;

const filter = {
  dog: z.optional(z.uuid()),
  protocol: z.optional(z.string().check(z.maxLength(120))),
};

const dogSchema = z.object({ id: z.string(), name: z.string() });

const protocolSchema = z.object({
  slug: z.string(),
  /** In `language`; null once the protocol is no longer in the library. */
  title: z.nullable(z.string()),
  language: z.enum(languages),
});

const diarySessionSchema = z.object({
  id: z.string(),
  planId: z.string(),
  dog: z.nullable(dogSchema),
  protocol: protocolSchema,
  /** The session as it is in the protocol now; null once the protocol no longer has it. */
  session: z.nullable(
    z.object({ ...sessionPositionFields, title: z.string(), minutes: z.int(), rule: ruleSchema }),
  ),
  result: z.enum(["done", "again", "back"]),
  /** Repetitions that were right, and that were counted; null if they were not. */
  counted: z.nullable(z.object({ right: z.int(), of: z.int() })),
  on: day,
  /** The member's note on the session, which all times that it was trained share. */
  note: z.nullable(z.string()),
});
export type DiarySession = z.infer<typeof diarySessionSchema>;

/** Lists what was trained with all dogs, newest first. Skipped sessions are left out. */
export const listDiary = endpoint({
  method: "GET",
  path: "/training-diary",
  summary: "List the sessions that the user trained",
  access: "member",
  parts: ["training"],
  query: z.object({
    ...filter,
    on: z.optional(day),
    cursor: z.optional(z.string().check(z.maxLength(500))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(diaryPageSizes.max))),
  }),
  answer: z.object({ items: z.array(diarySessionSchema), nextCursor: z.nullable(z.string()) }),
});

/** What came of the sessions of a protocol that are answered in the same way. */
const criterionResultSchema = z.object({
  protocol: protocolSchema,
  /** By what the protocol decides: counted repetitions, or a criterion of its own words, if it has any. */
  kind: z.enum(["counted", "judged"]),
  criterion: z.nullable(z.string()),
  /** Repetitions in all sessions; 0 where they are not counted. */
  right: z.int(),
  of: z.int(),
  /** Numbers of sessions by their result. */
  done: z.int(),
  again: z.int(),
  back: z.int(),
});
export type CriterionResult = z.infer<typeof criterionResultSchema>;

/** Sums up what was trained: by day and by criterion, and what the diary can be narrowed by. */
export const getDiarySummary = endpoint({
  method: "GET",
  path: "/training-diary/summary",
  summary: "Sum up the sessions that the user trained",
  access: "member",
  parts: ["training"],
  query: z.object(filter),
  answer: z.object({
    /** Oldest first. Minutes are those of the protocol's sessions. */
    days: z.array(z.object({ on: day, sessions: z.int(), minutes: z.int() })),
    results: z.array(criterionResultSchema),
    /** With which something was trained, whatever the filter. */
    dogs: z.array(dogSchema),
    protocols: z.array(protocolSchema),
  }),
});
export type DiarySummary = z.infer<typeof getDiarySummary.answer>;

/** Exports what was trained as a table, newest first, with texts in the language of the request. */
export const exportDiary = endpoint({
  method: "GET",
  path: "/training-diary/csv",
  summary: "Export the sessions that the user trained as CSV",
  access: "member",
  parts: ["training"],
  query: z.object(filter),
  answer: file,
  media: "text/csv",
});
