import * as z from "zod/mini";
import { endpoint, noContent } from "./endpoint.ts";
import { textFields } from "./fields.ts";

const announcementSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  publishedAt: z.iso.datetime(),
  /** When an admin changed it last; absent: never. */
  changedAt: z.optional(z.iso.datetime()),
});
export type Announcement = z.infer<typeof announcementSchema>;

/** Lists the announcements, newest first, in the caller's language; public. */
export const listAnnouncements = endpoint({
  method: "GET",
  path: "/announcements",
  summary: "List the announcements",
  answer: z.object({ items: z.array(announcementSchema) }),
});

export const writeAnnouncementSchema = z.object({
  ...textFields("title", 120),
  ...textFields("body", 5000),
});
export const writeAnnouncement = endpoint({
  method: "POST",
  path: "/announcements",
  summary: "Publish an announcement",
  access: "admin",
  body: writeAnnouncementSchema,
  answer: announcementSchema,
  status: 201,
});

const announcementParams = z.object({ id: z.uuid() });

const announcementTextsSchema = z.extend(writeAnnouncementSchema, {
  /** Grows with each change. */
  revision: z.int32(),
});
export type AnnouncementTexts = z.infer<typeof announcementTextsSchema>;

/** Returns a published announcement as it was written, in every language. */
export const getAnnouncementTexts = endpoint({
  method: "GET",
  path: "/announcements/:id",
  summary: "Get the texts of an announcement in every language",
  access: "admin",
  params: announcementParams,
  answer: announcementTextsSchema,
});

/**
 * Changes a published announcement. Answers 409 when it was changed since the revision that the caller read. `again` publishes
 * it anew: it becomes the newest one, of which desktop apps notify their users.
 */
export const changeAnnouncement = endpoint({
  method: "PUT",
  path: "/announcements/:id",
  summary: "Change an announcement",
  access: "admin",
  errors: ["conflict"],
  params: announcementParams,
  body: z.extend(announcementTextsSchema, { again: z.boolean() }),
  answer: announcementSchema,
});

export const withdrawAnnouncement = endpoint({
  method: "DELETE",
  path: "/announcements/:id",
  summary: "Withdraw an announcement",
  access: "admin",
  params: announcementParams,
  answer: noContent,
  status: 204,
});
