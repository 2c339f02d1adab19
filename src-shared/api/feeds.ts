import * as z from "zod/mini";
import { endpoint, noContent } from "./endpoint.ts";

const ownFeed = "/me/feed";

/** Says whether the user has a feed of whole texts, and since when. Its address cannot be read again. */
export const getOwnFeed = endpoint({
  method: "GET",
  path: ownFeed,
  summary: "Get whether the user has a feed of their own",
  access: "user",
  answer: z.object({ createdAt: z.nullable(z.iso.datetime()) }),
});

/** Creates the secret addresses of the user's feed; earlier ones stop working. */
export const createOwnFeed = endpoint({
  method: "POST",
  path: ownFeed,
  summary: "Create the user's own feed, or give it a new address",
  access: "member",
  answer: z.object({ atom: z.string(), json: z.string(), createdAt: z.iso.datetime() }),
  status: 201,
});

/** Ends the user's feed; 204 also without one. */
export const endOwnFeed = endpoint({
  method: "DELETE",
  path: ownFeed,
  summary: "End the user's own feed",
  access: "user",
  answer: noContent,
  status: 204,
});

const weeklyMailSchema = z.object({ wanted: z.boolean() });

/** Says whether the user wants the weekly mail about new entries. */
export const getWeeklyMail = endpoint({
  method: "GET",
  path: "/me/weekly-mail",
  summary: "Get whether the user wants the weekly mail",
  access: "user",
  answer: weeklyMailSchema,
});

/** Switches the weekly mail on, for which a membership is needed (403), or off. */
export const setWeeklyMail = endpoint({
  method: "PUT",
  path: "/me/weekly-mail",
  summary: "Switch the weekly mail on or off",
  access: "user",
  errors: ["membership-required"],
  body: weeklyMailSchema,
  answer: weeklyMailSchema,
});
