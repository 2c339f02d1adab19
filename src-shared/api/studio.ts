import * as z from "zod/mini";
import { courseBlocks, maxCourses } from "../course.ts";
import { languages } from "../languages.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, message, requiredText } from "./fields.ts";
import { countSessions, maxSessions } from "./kind-fields.ts";
import { contentKindSchema, coverSchema, entrySchema, previewSchema } from "./library.ts";

/*
 * Writing and publishing in the portal, for admins (docs/decisions/0051-studio.md). An entry has what readers see and at most one
 * working copy, which is saved as it is written and becomes the readers' version when it is published.
 */

/** Of an entry, in characters. */
export const maxBodyLength = 100_000;

const maxDraftBytes = 1024 * 1024;
export const maxPictureBytes = 30 * 1024 * 1024;

const fieldsSchema = z.record(z.string(), z.unknown());

const draftTextSchema = z.object({
  /** `title`, `summary`, and the fields of the kind in this language: `ingredients`, `weeks`, `chapters` … */
  front: fieldsSchema,
  /** Markdown. */
  body: z.string().check(z.maxLength(maxBodyLength)),
});
export type DraftText = z.infer<typeof draftTextSchema>;

/**
 * An entry while it is written: what its files would hold, whether or not it could be published as it is.
 * `metadata` has the fields of `entry.json` but for the time of publication.
 */
export const draftSchema = z.object({
  metadata: fieldsSchema,
  texts: z.partialRecord(z.enum(languages), draftTextSchema),
});
export type Draft = z.infer<typeof draftSchema>;

/** Of the fields of a working copy, whatever they are: objects and lists in each other, names, and what a list or an object has. */
const fieldLimits = { depth: 20, name: 100, items: 2 * maxSessions };

/** Returns whether fields can be stored and compared, whatever they mean: an author may save what cannot be published. */
function areReasonable(fields: unknown): boolean {
  let level: unknown[] = [fields];
  for (let depth = 0; level.length > 0; depth += 1) {
    const objects = level.filter((one) => typeof one === "object" && one !== null);
    const isWide = objects.some((one) => Object.keys(one).length > fieldLimits.items);
    const names = objects.flatMap((one) => (Array.isArray(one) ? [] : Object.keys(one)));
    const isLong = level.some((one) => typeof one === "string" && one.length > maxBodyLength);
    if (isWide || isLong || names.some((name) => name.length > fieldLimits.name)) return false;
    if (objects.length > 0 && depth >= fieldLimits.depth) return false;
    level = objects.flatMap((one) => Object.values(one));
  }
  return true;
}

const savedFieldsSchema = fieldsSchema.check(z.refine(areReasonable, message.invalid));

const savedTextSchema = z.extend(draftTextSchema, {
  front: savedFieldsSchema.check(
    z.refine(({ weeks }) => countSessions(weeks) <= maxSessions, {
      error: message.tooManySessions,
      path: ["weeks"],
    }),
  ),
  body: draftTextSchema.shape.body.check(
    z.refine((body) => courseBlocks(body).length <= maxCourses, message.tooManyCourses),
  ),
});
/** A working copy as it may be saved: those from before may have more in them. */
const savedDraftSchema = z.extend(draftSchema, {
  metadata: savedFieldsSchema,
  texts: z.partialRecord(z.enum(languages), savedTextSchema),
});

/** Why a working copy cannot be published. */
const problemSchema = z.object({
  /** Where it is: `author`, `en.title`, `pl.ingredients.2.quantity`, `en.body`. */
  place: z.string(),
  /** In the caller's language. */
  message: z.string(),
});
export type DraftProblem = z.infer<typeof problemSchema>;

/** `draft`: readers do not see it, and will not by themselves; `bin`: deleted, and purged after 30 days. */
const studioStates = ["draft", "scheduled", "published", "bin"] as const;
export type StudioState = (typeof studioStates)[number];

export const binDays = 30;
export const secretPreviewDays = 7;

const key = { kind: contentKindSchema, slug: z.string().check(z.maxLength(120)) };
const keySchema = z.object(key);

/** Who saved or published something; null once the account is deleted, and for what came from files. */
const byAt = { by: z.nullable(z.string()), at: z.iso.datetime() };
/** Who saved a working copy last; `isOwn`: the caller, maybe in another window. */
const editedSchema = z.object({ ...byAt, isOwn: z.boolean() });

const itemSchema = z.object({
  ...key,
  /** In the language that no text of the portal may lack, else in another one; empty while it has none. */
  title: z.string(),
  author: z.string(),
  state: z.enum(studioStates),
  /** When it appears or appeared. */
  publishedAt: z.nullable(z.iso.datetime()),
  /** Whether there is a working copy that readers do not see yet. */
  isChanged: z.boolean(),
  isReady: z.boolean(),
  languages: z.array(z.enum(languages)),
  /** Those of the portal's languages whose text is older than that in the first one. */
  outdated: z.array(z.enum(languages)),
  /** Whether it comes from files, and is only read here until it is taken over. */
  isOfFolder: z.boolean(),
  editedAt: z.nullable(z.iso.datetime()),
});

const listedSchema = z.extend(itemSchema, {
  /** Name of the drawing on its cover. */
  motif: z.string(),
  /** Signed address of the picture that it has as its cover. */
  picture: z.nullable(z.string()),
  /** The point of that picture that stays in view however it is cropped. */
  focus: z.nullable(coverSchema.shape.focus),
});
export type StudioItem = z.infer<typeof itemSchema>;
export type ListedItem = z.infer<typeof listedSchema>;

/** What the list can be narrowed to by state: also what has a working copy, or is marked as ready. */
export const stateFilters = [...studioStates, "changed", "ready"] as const;

/** Filter by translation: entries without a text in a language of the portal, or with one that is older than the text in its first one. */
export const translationFilters = ["missing", "outdated"] as const;

/** Lists entries of all kinds, last edited first; entries never edited here count by their publication. */
export const listStudio = endpoint({
  method: "GET",
  path: "/studio/entries",
  summary: "List the entries to write and publish",
  access: "admin",
  query: z.object({
    kind: z.optional(contentKindSchema),
    state: z.optional(z.enum(stateFilters)),
    translation: z.optional(z.enum(translationFilters)),
    author: z.optional(z.string().check(z.maxLength(80))),
    /** Words of the titles and the address. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    cursor: z.optional(z.string().check(z.maxLength(300))),
  }),
  answer: z.object({
    items: z.array(listedSchema),
    nextCursor: z.nullable(z.string()),
    /** Names of all authors, to narrow the list by; only with the first page. */
    authors: z.array(z.string()),
  }),
});

/** Numbers for the board: what waits to be finished or is about to appear. */
export const countStudio = endpoint({
  method: "GET",
  path: "/studio/counts",
  summary: "Count drafts, ready and scheduled entries, and outdated translations",
  access: "admin",
  answer: z.object({
    drafts: z.int(),
    ready: z.int(),
    scheduled: z.int(),
    outdated: z.int(),
  }),
});

/** Starts an entry with a working copy. Its address is made of the title, which can be changed until it is published. */
export const createDraft = endpoint({
  method: "POST",
  path: "/studio/entries",
  summary: "Start an entry",
  access: "admin",
  body: z.object({
    kind: contentKindSchema,
    title: requiredText(70),
  }),
  answer: keySchema,
  status: 201,
});

const studioEntrySchema = z.object({
  ...z.omit(itemSchema, { languages: true }).shape,
  draft: draftSchema,
  /** Names the stored working copy; each save has to name the one that it is based on. */
  revision: z.int(),
  edited: z.nullable(editedSchema),
  /** What readers see now, to compare with; null for an entry that they have never seen. */
  published: z.nullable(draftSchema),
  problems: z.array(problemSchema),
  /** Signed addresses of its pictures, by their names in the texts. */
  pictures: z.record(z.string(), z.string()),
  /** When the text of each language was last changed here. */
  textsChangedAt: z.record(z.string(), z.iso.datetime()),
  /** Folder of its files, for an entry that comes from there: `articles/weave-entries`. */
  folder: z.nullable(z.string()),
  /** When its secret preview ends; null without one. */
  previewUntil: z.nullable(z.iso.datetime()),
  /** When it is purged from the bin. */
  purgedAt: z.nullable(z.iso.datetime()),
});
export type StudioEntry = z.infer<typeof studioEntrySchema>;

export const getStudioEntry = endpoint({
  method: "GET",
  path: "/studio/entries/:kind/:slug",
  summary: "Read an entry to write it",
  access: "admin",
  params: keySchema,
  answer: studioEntrySchema,
});

/** Reads whether a working copy was saved elsewhere meanwhile; pages that write it ask every few seconds. */
export const checkDraft = endpoint({
  method: "GET",
  path: "/studio/entries/:kind/:slug/revision",
  summary: "Read the revision of a working copy",
  access: "admin",
  params: keySchema,
  answer: z.object({ revision: z.int() }),
});

const savedSchema = z.object({
  revision: z.int(),
  edited: editedSchema,
  problems: z.array(problemSchema),
});

/**
 * Saves the working copy. 409 `conflict` if the stored one is not `revision` any more, unless it has the same content: whoever
 * gets no answer may save again. 409 `read-only` for an entry of the content folder, and for one in the bin.
 */
export const saveDraft = endpoint({
  method: "PUT",
  path: "/studio/entries/:kind/:slug",
  summary: "Save the working copy",
  access: "admin",
  params: keySchema,
  body: z.object({ revision: z.int32(), draft: savedDraftSchema }),
  maxBodyBytes: maxDraftBytes,
  answer: savedSchema,
  errors: ["conflict", "read-only"],
});

/** A wall-clock time in the zone of the owner (`brand.json`): `2026-03-29T08:00`. */
const localTimeSchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/));

/**
 * Makes the working copy what readers see: at once, at a time, or, as `draft`, what reviewers read. 400 `validation` names in `fields`
 * the problems that prevent it, and a time that the zone does not have. 409 `conflict` as for a save.
 */
export const publishDraft = endpoint({
  method: "POST",
  path: "/studio/entries/:kind/:slug/publish",
  summary: "Publish the working copy, schedule it, or hand it to reviewers",
  access: "admin",
  params: keySchema,
  body: z.object({ revision: z.int32(), at: z.union([z.enum(["now", "draft"]), localTimeSchema]) }),
  answer: studioEntrySchema,
  errors: ["conflict", "read-only"],
});

/** Drops the working copy of an entry that readers see. 409 `conflict` as for a save. */
export const discardDraft = endpoint({
  method: "POST",
  path: "/studio/entries/:kind/:slug/discard",
  summary: "Drop the working copy",
  access: "admin",
  params: keySchema,
  body: z.object({ revision: z.int32() }),
  answer: studioEntrySchema,
  errors: ["conflict", "read-only"],
});

/** What is done to an entry as a whole. Each answers the entry as it is then. */
const act = <const Path extends string>(path: Path, summary: string) =>
  endpoint({
    method: "POST",
    path: `/studio/entries/:kind/:slug/${path}`,
    summary,
    access: "admin",
    params: keySchema,
    answer: studioEntrySchema,
    errors: ["conflict", "read-only"],
  });

/** Readers no longer see it; the working copy stays. */
export const withdrawEntry = act("withdraw", "Withdraw an entry");
/** Makes an entry of the content folder the portal's own, with its media: syncs leave it alone from then on. */
export const takeOverEntry = act(
  "take-over",
  "Make an entry of the content folder the portal's own",
);
/** Deletes an entry: it is withdrawn at once and purged after 30 days. */
export const deleteEntry = act("delete", "Move an entry to the bin");
export const restoreEntry = act("restore", "Take an entry out of the bin, as a draft");

/** Changes the address; former ones redirect. 409 `slug-taken`. */
export const moveEntry = endpoint({
  method: "POST",
  path: "/studio/entries/:kind/:slug/move",
  summary: "Change the address of an entry",
  access: "admin",
  params: keySchema,
  body: z.object({
    slug: z.string().check(z.maxLength(120), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  }),
  answer: keySchema,
  errors: ["slug-taken", "read-only"],
});

const revisionSchema = z.object({
  id: z.uuid(),
  ...byAt,
  title: z.string(),
});
export type StudioRevision = z.infer<typeof revisionSchema>;

/** Lists the versions that readers saw, the newest first. */
export const listRevisions = endpoint({
  method: "GET",
  path: "/studio/entries/:kind/:slug/revisions",
  summary: "List the published versions of an entry",
  access: "admin",
  params: keySchema,
  answer: z.object({ items: z.array(revisionSchema) }),
});

export const getRevision = endpoint({
  method: "GET",
  path: "/studio/entries/:kind/:slug/revisions/:id",
  summary: "Read a published version of an entry",
  access: "admin",
  params: z.object({ ...key, id: z.uuid() }),
  answer: z.object({ ...revisionSchema.shape, draft: draftSchema }),
});

/** Makes a published version the working copy. 409 `conflict` as for a save. */
export const restoreRevision = endpoint({
  method: "POST",
  path: "/studio/entries/:kind/:slug/revisions/:id/restore",
  summary: "Make a published version the working copy",
  access: "admin",
  params: z.object({ ...key, id: z.uuid() }),
  body: z.object({ revision: z.int32() }),
  answer: studioEntrySchema,
  errors: ["conflict", "read-only"],
});

/**
 * Stores a picture for the texts or the cover: turned upright, at most 1400 px wide, as WebP, of an animated one the first frame. 400 `validation` says in `fields.picture` why it cannot be used.
 * The body is the file, whatever its type says.
 */
export const uploadPicture = endpoint({
  method: "POST",
  path: "/studio/entries/:kind/:slug/pictures",
  summary: "Store a picture for the texts or the cover of an entry",
  access: "admin",
  params: keySchema,
  /** Name of the file, of which that of the picture is made. */
  query: z.object({
    name: z.string().check(z.maxLength(300)),
    /** What it is for, if not for a text: a cover is not as high. */
    use: z.optional(z.literal("cover")),
  }),
  body: file,
  upload: { maxBytes: maxPictureBytes },
  answer: z.object({
    /** Its name in the texts: `jump-1400x700.webp`. */
    name: z.string(),
    address: z.string(),
  }),
  status: 201,
  errors: ["read-only", "media-unavailable"],
});

/**
 * Makes a secret address of the working copy for somebody without an account, replacing a former one. It ends when the entry is
 * published, withdrawn or deleted, and when who made it is no admin any more or gets a new password. 409 `preview-impossible` for a
 * published entry that only members read. All admins are mailed.
 */
export const makePreview = endpoint({
  method: "POST",
  path: "/studio/entries/:kind/:slug/preview",
  summary: "Make a secret address of the working copy",
  access: "admin",
  params: keySchema,
  body: z.object({ password: currentPasswordField }),
  answer: z.object({ token: z.string(), until: z.iso.datetime() }),
  status: 201,
  errors: [...passwordErrors, "read-only", "preview-impossible"],
});

const openPreviewSchema = z.object({
  ...key,
  /** Empty while it has none. */
  title: z.string(),
  /** Name of the admin who made it. */
  by: z.string(),
  madeAt: z.iso.datetime(),
  until: z.iso.datetime(),
});
export type OpenPreview = z.infer<typeof openPreviewSchema>;

export const listPreviews = endpoint({
  method: "GET",
  path: "/studio/previews",
  summary: "List the open secret previews",
  access: "admin",
  answer: z.object({ items: z.array(openPreviewSchema) }),
});

export const revokePreview = endpoint({
  method: "DELETE",
  path: "/studio/entries/:kind/:slug/preview",
  summary: "Revoke the secret address of the working copy",
  access: "admin",
  params: keySchema,
  answer: noContent,
  status: 204,
});

const shownSchema = z.omit(entrySchema, { publishedAt: true });

const shownDraftSchema = z.object({
  entry: shownSchema,
  /** What anybody else may read of it. */
  preview: z.extend(z.omit(previewSchema, { publishedAt: true }), {
    whole: z.optional(shownSchema),
  }),
});
export type ShownDraft = z.infer<typeof shownDraftSchema>;

/** Returns the working copy as its readers would see it. 400 `validation` while it cannot be published. */
export const showDraft = endpoint({
  method: "GET",
  path: "/studio/entries/:kind/:slug/preview",
  summary: "Read the working copy as readers would",
  access: "admin",
  params: keySchema,
  answer: shownDraftSchema,
});

/** Returns the working copy behind a secret address, for anybody who has it. 404 once it has ended. */
export const getSecretPreview = endpoint({
  method: "GET",
  path: "/secret-previews/:token",
  summary: "Read a working copy by its secret address",
  params: z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/)) }),
  answer: shownSchema,
});
