import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { languages } from "#shared/languages.ts";
import { parseContent } from "#api/infra/content-folder/content-error.ts";
import { bodySchema } from "#api/infra/content-folder/text-rules.ts";
import {
  authorFrontSchema,
  authorSchema,
  newAuthor,
} from "#api/modules/library/authors/author-files.ts";
import type { NewAuthor } from "#api/modules/library/authors/author-store.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";
import { requireStorable } from "./imported-entry.ts";

const fields = z.record(z.string(), z.unknown());

/** An author as an import sends it to the database: what the portal's own folder has of it. */
export const importedAuthorSchema = z.object({
  slug: slugSchema,
  metadata: fields,
  texts: z.array(z.object({ language: z.enum(languages), front: fields, body: z.string() })),
});

export type ImportedAuthor = z.infer<typeof importedAuthorSchema>;

/** Returns the row of an imported author. Throws a ContentError that names file and field. */
export function parseImportedAuthor({ slug, metadata, texts }: ImportedAuthor): NewAuthor {
  const path = `authors/${slug}`;
  requireStorable(() => path, { metadata, texts });
  return newAuthor(
    parseContent(`${path}/entry.json`, authorSchema, metadata),
    texts.map(({ language, front, body }) => ({
      language,
      front: parseContent(`${path}/${language}.md`, authorFrontSchema, front),
      body: parseContent(`${path}/${language}.md`, bodySchema, body),
    })),
  );
}

/** Returns the hash by which a repeated import knows what it wrote. */
export const hashAuthor = (author: ImportedAuthor): string =>
  createHash("sha256")
    .update(`import author 1\n${JSON.stringify(author)}`)
    .digest("base64url");
