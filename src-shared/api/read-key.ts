import * as z from "zod/mini";
import { endpoint, file, noContent } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField } from "./fields.ts";

/** The key with which another program reads the members; null: there is none. */
export const getReadKey = endpoint({
  method: "GET",
  path: "/read-key",
  summary: "Read whether there is a key for reading the members",
  access: "admin",
  answer: z.object({
    key: z.nullable(
      z.object({ createdAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) }),
    ),
  }),
});

/** Makes the key. The former one, if there is any, stops working at once. */
export const makeReadKey = endpoint({
  method: "POST",
  path: "/read-key",
  summary: "Make or replace the key for reading the members",
  access: "admin",
  errors: passwordErrors,
  body: z.object({ password: currentPasswordField }),
  /** `rk_…`: shown once. */
  answer: z.object({ key: z.string() }),
  status: 201,
});

export const deleteReadKey = endpoint({
  method: "DELETE",
  path: "/read-key",
  summary: "Delete the key for reading the members",
  access: "admin",
  errors: ["not-found"],
  answer: noContent,
  status: 204,
});

/** All members as CSV, with the columns of the export. Needs the key as Bearer token instead of a session. */
export const readMembersCsv = endpoint({
  method: "GET",
  path: "/members.csv",
  summary: "Read all members as CSV, with the read key",
  errors: ["forbidden", "too-many-requests"],
  answer: file,
  media: "text/csv",
});

/** The same as a JSON array of objects, whose keys are the columns; amounts are decimal, and empty cells empty texts. */
export const readMembersJson = endpoint({
  method: "GET",
  path: "/members.json",
  summary: "Read all members as JSON, with the read key",
  errors: ["forbidden", "too-many-requests"],
  answer: file,
  media: "application/json",
});
