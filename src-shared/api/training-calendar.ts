import * as z from "zod/mini";
import { endpoint, file, noContent } from "./endpoint.ts";
import { planParams, withToday } from "./training.ts";

/** Gets a plan as an iCalendar file in the caller's language: titles and minutes of its sessions. */
export const getTrainingCalendar = endpoint({
  method: "GET",
  path: "/training/:id/calendar.ics",
  summary: "Get a plan as a calendar file",
  access: "member",
  parts: ["training"],
  params: planParams,
  query: withToday,
  answer: file,
  media: "text/calendar",
});

/** Tells since when the user's plans can be subscribed to at a secret address; null if they cannot. */
export const getCalendarAddress = endpoint({
  method: "GET",
  path: "/training-calendar",
  summary: "Tell whether the plans have a secret calendar address",
  access: "user",
  parts: ["training"],
  answer: z.object({ createdAt: z.nullable(z.iso.datetime()) }),
});

/**
 * Creates the secret address of a calendar with all plans, and revokes the previous one. The address is
 * shown this once. `timeZone` (IANA) decides what day it is for the calendar.
 */
export const createCalendarAddress = endpoint({
  method: "POST",
  path: "/training-calendar",
  summary: "Create the secret address of a calendar with all plans",
  access: "member",
  parts: ["training"],
  body: z.object({ timeZone: z.string().check(z.maxLength(60)) }),
  answer: z.object({ url: z.string(), createdAt: z.iso.datetime() }),
  status: 201,
});

export const revokeCalendarAddress = endpoint({
  method: "DELETE",
  path: "/training-calendar",
  summary: "Revoke the secret calendar address",
  access: "user",
  parts: ["training"],
  answer: noContent,
  status: 204,
});
