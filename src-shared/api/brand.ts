import * as z from "zod/mini";
import { brandPath } from "../brand-page.ts";
import { legalDocuments, publicBrandSchema } from "../brand.ts";
import { endpoint } from "./endpoint.ts";

/** Returns the brand with its sentences in every language, for whoever did not get them with the page. */
export const getBrand = endpoint({
  method: "GET",
  path: brandPath,
  summary: "Return the brand",
  hasETag: true,
  answer: publicBrandSchema,
});

/** Returns a legal document in the caller's language. */
export const getLegalText = endpoint({
  method: "GET",
  path: "/legal/:document",
  summary: "Return a legal document",
  params: z.object({ document: z.enum(legalDocuments) }),
  answer: z.object({
    /** The day on which it came into force (YYYY-MM-DD), which names the version. */
    version: z.string(),
    /** Markdown. */
    body: z.string(),
  }),
});
