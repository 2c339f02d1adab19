import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { defaultLanguage, languages } from "#shared/languages.ts";
import { ContentError, parseContent } from "#api/infra/content-folder/content-error.ts";
import { metadata as metadataFile, textFile } from "#api/infra/content-folder/entry-files.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";
import type { AddNote } from "./front-fields.ts";
import { cleanBody } from "./clean-body.ts";
import { parseJson, parseSource, readSource } from "./read-source.ts";
import { createHash } from "node:crypto";
import { bodySchema } from "#api/infra/content-folder/text-rules.ts";
import {
  authorFrontSchema,
  authorSchema,
  newAuthor,
  type NewAuthor,
} from "#api/modules/library/authors.ts";
import { requireStorable } from "./imported-entry.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

async function readAuthor(root: string, folder: string, addNote: AddNote): Promise<ImportedAuthor> {
  const slug = parseContent(`${folder}:1`, slugSchema, folder.split("/").at(-1));
  const names = await readdir(join(root, folder));
  const path = `${folder}/${metadataFile}`;
  const texts: ImportedAuthor["texts"] = [];
  for (const language of languages) {
    if (!names.includes(textFile(language))) continue;
    const file = `${folder}/${textFile(language)}`;
    const source = parseSource(file, await readSource(root, file));
    texts.push({ language, front: source.front, body: await cleanBody(source, null, addNote) });
  }
  if (texts.length === 0) {
    throw new ContentError(`${folder}/${textFile(defaultLanguage)}:1: the file is missing`);
  }
  const author = {
    slug,
    metadata: parseJson(path, await readSource(root, path), fieldsSchema),
    texts,
  };
  parseImportedAuthor(author);
  return author;
}

/** Reads the authors of a folder; adds to `refusals` the files that cannot be used, and reports what it left out. */
export async function readAuthors(
  root: string,
  folders: readonly string[],
  { refusals, addNote }: { refusals: string[]; addNote: AddNote },
): Promise<ImportedAuthor[]> {
  const authors: ImportedAuthor[] = [];
  for (const folder of folders) {
    try {
      authors.push(await readAuthor(root, folder, addNote));
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      refusals.push(error.message);
    }
  }
  return authors;
}

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
