import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { defaultLanguage, languages } from "#shared/languages.ts";
import { ContentError, parseContent } from "#api/infra/content-folder/content-error.ts";
import { metadata, textFile } from "#api/infra/content-folder/entry-files.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";
import type { AddNote } from "./front-fields.ts";
import { parseImportedAuthor, type ImportedAuthor } from "./imported-author.ts";
import { cleanBody } from "./clean-body.ts";
import { parseJson, parseSource, readSource } from "./read-source.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

async function readAuthor(root: string, folder: string, addNote: AddNote): Promise<ImportedAuthor> {
  const slug = parseContent(`${folder}:1`, slugSchema, folder.split("/").at(-1));
  const names = await readdir(join(root, folder));
  const path = `${folder}/${metadata}`;
  const texts: ImportedAuthor["texts"] = [];
  for (const language of languages) {
    if (!names.includes(textFile(language))) continue;
    const file = `${folder}/${textFile(language)}`;
    const source = parseSource(file, await readSource(root, file));
    texts.push({ language, front: source.front, body: await cleanBody(source, null, addNote) });
  }
  if (!texts.some(({ language }) => language === defaultLanguage)) {
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

/** Reads the authors of a folder; adds to `refusals` the files that cannot be used, and tells what it left out. */
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
