import * as z from "zod/mini";
import { contentKindSchema } from "#shared/api/library.ts";
import { maxBatch, importedEntrySchema } from "#api/modules/library/import/imported-entry.ts";
import { importedAuthorSchema } from "#api/modules/library/import/read-authors.ts";

/** The time of an import in UTC, and a few letters: 20260301-1200-a3f9. */
export const importIdField = z.string().check(z.regex(/^\d{8}-\d{4}-[0-9a-f]{4}$/));

/** What the database does for `npm run content`, whether the running API or the command executes it. */
export const contentCommandSchema = z.discriminatedUnion("command", [
  /** Returns a table; with `json` an array of entries, one a line. */
  z.object({ command: z.literal("list"), kind: z.nullable(contentKindSchema), json: z.boolean() }),
  /** Writes a batch of an import. Returns the result for each entry as JSON, one a line. */
  z.object({
    command: z.literal("save"),
    entries: z.array(importedEntrySchema).check(z.maxLength(maxBatch)),
    replace: z.boolean(),
    isDryRun: z.boolean(),
    importId: importIdField,
  }),
  z.object({ command: z.literal("imports") }),
  /** Removes what an import wrote. Returns the lines to print. */
  z.object({ command: z.literal("take-back"), importId: importIdField, isDryRun: z.boolean() }),
  /** Returns the portal's time as ISO, the name of its brand, and the brand's time zone. */
  z.object({ command: z.literal("portal") }),
  z.object({ command: z.literal("count") }),
  /** Returns entries as folders, as JSON, one a line. */
  z.object({
    command: z.literal("page"),
    after: z.nullable(z.object({ kind: contentKindSchema, slug: z.string() })),
  }),
  z.object({ command: z.literal("tags") }),
  /** Returns `redirects.csv`; "" without any. */
  z.object({ command: z.literal("redirects") }),
  z.object({ command: z.literal("authors") }),
  /** Writes authors of an import. Returns the result for each as JSON, one a line. */
  z.object({
    command: z.literal("save-authors"),
    authors: z.array(importedAuthorSchema).check(z.maxLength(maxBatch)),
    replace: z.boolean(),
    isDryRun: z.boolean(),
  }),
  /** Returns the links of imported entries to entries that do not exist. */
  z.object({ command: z.literal("missing-links") }),
  /** Sets when an entry appears: `now`, an ISO date, or null for never. */
  z.object({
    command: z.literal("publish"),
    kind: contentKindSchema,
    slug: z.string(),
    at: z.nullable(z.union([z.literal("now"), z.iso.datetime()])),
  }),
]);

export type ContentCommand = z.infer<typeof contentCommandSchema>;

/** Most bytes of a command: a batch of an import. */
export const maxCommandBytes = 16_000_000;
