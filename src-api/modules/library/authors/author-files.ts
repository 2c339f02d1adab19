import * as z from "zod/mini";
import { defaultLanguage } from "#shared/languages.ts";
import { parseContent } from "#api/infra/content-folder/content-error.ts";
import {
  metadata,
  parseMetadata,
  parseTexts,
  textFile,
  type EntryFiles,
  type MarkdownText,
} from "#api/infra/content-folder/entry-files.ts";
import { folderSync } from "#api/infra/content-folder/folder-sync.ts";
import type { ContentSync } from "#api/infra/content-folder/sync-content.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { frontMatter, type EntryFolder } from "#api/modules/library/entries/stored-entries.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";
import {
  findStoredAuthors,
  listFolderAuthors,
  removeFolderAuthors,
  saveFolderAuthors,
  type NewAuthor,
} from "./author-store.ts";

/** Folder of the authors in a content folder. */
export const authorsPart = "authors";

/** `authors/<slug>/entry.json`, and the front matter of the texts beside it. */
export const authorSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
});
export const authorFrontSchema = z.strictObject({
  credentials: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
});

type Text = MarkdownText<z.infer<typeof authorFrontSchema>>;

export function newAuthor({ name }: z.infer<typeof authorSchema>, texts: Text[]): NewAuthor {
  const inAll = (pick: (text: Text) => string): Localised => ({
    [defaultLanguage]: "", // parsed texts contain it
    ...Object.fromEntries(texts.map((text) => [text.language, pick(text)])),
  });
  return {
    name,
    credentials: inAll(({ front }) => front.credentials),
    body: inAll((it) => it.body),
  };
}

async function parseAuthor(files: EntryFiles): Promise<NewAuthor> {
  parseContent(files.path, slugSchema, files.slug);
  return newAuthor(parseMetadata(files, authorSchema), await parseTexts(files, authorFrontSchema));
}

/** Returns the sync with `authors/<slug>/` of a content folder: `entry.json` and Markdown files. */
export const authorSync = (database: Database, root: string): ContentSync =>
  folderSync(root, {
    part: authorsPart,
    keyOf: (slug) => slug,
    find: (slugs) => findStoredAuthors(database, slugs),
    parse: parseAuthor,
    save: (authors) => saveFolderAuthors(database, authors),
    listOwnKeys: () => listFolderAuthors(database),
    remove: (slugs) => removeFolderAuthors(database, slugs),
  });

/** Returns the files of an author, from which a sync or an import makes the same author. */
export function authorFolder({ slug, name, credentials, body }: NewAuthor & { slug: string }) {
  // the keys of a text in each language
  const written = (Object.keys(body) as (keyof Localised)[]).map((language) => [
    textFile(language),
    `---\n${frontMatter({ credentials: credentials[language] })}---\n\n${body[language]}\n`,
  ]);
  return {
    path: `${authorsPart}/${slug}`,
    texts: {
      [metadata]: `${JSON.stringify({ name }, null, 2)}\n`,
      ...(Object.fromEntries(written) as Record<string, string>),
    },
    media: {},
  } satisfies EntryFolder;
}
