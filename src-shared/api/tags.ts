import * as z from "zod/mini";
import { endpoint, noContent } from "./endpoint.ts";
import { textFields } from "./fields.ts";

const nameFields = textFields("name", 40);

const tagSchema = z.object({
  id: z.string(),
  /** Grows with each change. */
  revision: z.int32(),
  ...nameFields,
  /** Number of entries that have it, drafts included. */
  uses: z.int(),
});
export type StudioTag = z.infer<typeof tagSchema>;

const tagParams = z.object({ id: z.string().check(z.maxLength(120)) });

export const listTags = endpoint({
  method: "GET",
  path: "/studio/tags",
  summary: "List the tags",
  access: "admin",
  answer: z.object({ items: z.array(tagSchema) }),
});

/** Adds a tag, whose id is made of its English name. 409 `slug-taken` if there is one with that id. */
export const addTag = endpoint({
  method: "POST",
  path: "/studio/tags",
  summary: "Add a tag",
  access: "admin",
  body: z.object(nameFields),
  answer: tagSchema,
  status: 201,
  errors: ["slug-taken"],
});

/**
 * Renames a tag. One of the content folder becomes the portal's own. 409 `conflict` when it was changed since the revision that the
 * caller read.
 */
export const renameTag = endpoint({
  method: "PUT",
  path: "/studio/tags/:id",
  summary: "Rename a tag",
  access: "admin",
  params: tagParams,
  body: z.object({ ...nameFields, revision: z.int32() }),
  answer: tagSchema,
  errors: ["conflict"],
});

/** Deletes a tag that no entry has. 409 `conflict` for others. */
export const deleteTag = endpoint({
  method: "DELETE",
  path: "/studio/tags/:id",
  summary: "Delete a tag that no entry has",
  access: "admin",
  params: tagParams,
  answer: noContent,
  status: 204,
  errors: ["conflict"],
});
