import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { entryParams } from "./library.ts";
import { maxPictureBytes } from "./studio.ts";

/* Files of videos that are written in the studio, for admins: the video itself, its still and its captions. */

export const maxVideoBytes = 4 * 1024 ** 3;
const maxCaptionsBytes = 1024 * 1024;

/** Bytes of a video that are sent together: the least that S3 takes as a part. */
export const videoPartSize = 5 * 1024 * 1024;

/** Types of videos that are accepted, with the ends of their names. */
export const videoTypes = { "video/mp4": ".mp4", "video/webm": ".webm" } as const;

/**
 * Where videos are uploaded by the tus protocol (https://tus.io), below the API base, in any number of requests over seven days.
 * The metadata name the entry and declare the type; `storeVideo` follows once it is complete.
 */
export const videoUploads = "/studio/uploads";
export const videoUploadSchema = z.object({
  slug: entryParams.shape.slug,
  filename: z.string().check(z.maxLength(300), z.regex(/\.(mp4|webm)$/i)),
  filetype: z.enum(Object.keys(videoTypes) as (keyof typeof videoTypes)[]), // its keys
});

const unfinishedUploadSchema = z.object({
  id: z.string(),
  /** Name of the file, as its sender has it. */
  name: z.string(),
  slug: entryParams.shape.slug,
  /** English title of the entry; null if there is none any more. */
  title: z.nullable(z.string()),
  /** In bytes. */
  size: z.number(),
  sent: z.number(),
  since: z.iso.datetime(),
});
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;

/** Returns the uploads that one has begun and not finished on any device, the oldest first: they count against `too-many-uploads`. */
export const listUploads = endpoint({
  method: "GET",
  path: "/studio/unfinished-uploads",
  summary: "List one's unfinished uploads of videos",
  access: "admin",
  answer: z.object({ items: z.array(unfinishedUploadSchema) }),
  errors: ["media-unavailable"],
});

const videoKeySchema = z.pick(entryParams, { slug: true });

/**
 * Stores a video that was uploaded as a whole among the files of its entry. It takes a while for a large one: the answer
 * is null until then, and the caller asks again. 400 `validation` says in `fields.video` why it cannot be used; 404 for an
 * upload that has expired, or is another entry's; 409 `conflict` for an upload that is not complete.
 */
export const storeVideo = endpoint({
  method: "POST",
  path: "/studio/videos/:slug/files",
  summary: "Store an uploaded video for an entry",
  access: "admin",
  params: videoKeySchema,
  body: z.object({ upload: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  /** Its name beside the texts, for `source` of the entry. */
  answer: z.object({ name: z.nullable(z.string()) }),
  errors: ["conflict", "read-only", "media-unavailable"],
});

/** Stores the still of a video, as `uploadPicture` does. */
export const uploadPoster = endpoint({
  method: "POST",
  path: "/studio/videos/:slug/posters",
  summary: "Store a still of a video",
  access: "admin",
  params: videoKeySchema,
  body: file,
  upload: { maxBytes: maxPictureBytes },
  /** Its name beside the texts, for `poster` of the entry. */
  answer: z.object({ name: z.string() }),
  status: 201,
  errors: ["read-only", "media-unavailable"],
});

/** Stores the captions of a video in one language, replacing former ones. 400 `validation` for a file that is not WebVTT. */
export const uploadCaptions = endpoint({
  method: "PUT",
  path: "/studio/videos/:slug/captions/:language",
  summary: "Store captions of a video",
  access: "admin",
  params: z.extend(videoKeySchema, { language: z.enum(languages) }),
  body: file,
  upload: { maxBytes: maxCaptionsBytes },
  answer: noContent,
  status: 204,
  errors: ["read-only", "media-unavailable"],
});
