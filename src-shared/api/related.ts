import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { entryParams, teaserSchema } from "./library.ts";

/** Most entries that are listed beside an entry. */
export const relatedLimit = 8;

/** Returns the published entries that an entry links to, then the entries that link to it, newest first. */
export const listRelated = endpoint({
  method: "GET",
  path: "/content/:kind/:slug/related",
  summary: "List the entries that go with an entry",
  access: "member",
  params: entryParams,
  answer: z.object({ items: z.array(teaserSchema) }),
});
