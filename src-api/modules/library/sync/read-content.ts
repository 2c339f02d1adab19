import { basename, join } from "node:path";
import { contentKinds, type ContentKind } from "../../../../src-shared/api/library.ts";
import { languages } from "../../../../src-shared/languages.ts";
import type { EntryDetails, TextDetails } from "../schema.ts";
import type { Localised } from "../../../infra/database/columns.ts";
import { ContentError, parseContent } from "./content-error.ts";
import { captionsFile } from "./content-folder.ts";
import {
  isFile,
  listEntryFolders,
  readJson,
  readMarkdown,
  type MarkdownText,
} from "./read-files.ts";
import {
  announcementEntrySchema,
  announcementFrontSchema,
  entrySchemas,
  frontMatterSchemas,
  slugSchema,
  tagsSchema,
} from "./schemas.ts";

type Front = { title: string; summary: string } & TextDetails;

export type ReadEntry = {
  kind: ContentKind;
  slug: string;
  publishedAt: Date;
  author: string;
  tags: string[];
  motif: string;
  details: EntryDetails;
  texts: MarkdownText<Front>[];
};

export type ReadAnnouncement = {
  slug: string;
  publishedAt: Date;
  title: Localised;
  body: Localised;
};

export type ReadContent = {
  tags: Record<string, Localised>;
  entries: ReadEntry[];
  announcements: ReadAnnouncement[];
};

/** Checks the files that a video names, and finds its captions: `<slug>.<language>.vtt`. */
async function completeDetails(root: string, folder: string, details: EntryDetails) {
  if (details.source === undefined) return details;
  for (const field of ["source", "poster"] as const) {
    const file = join(folder, details[field] ?? "");
    if (!(await isFile(join(root, file)))) {
      throw new ContentError(`${folder}/entry.json: ${field}: there is no file ${file}`);
    }
  }
  const held = await Promise.all(
    languages.map((language) =>
      isFile(join(root, folder, captionsFile(basename(folder), language))),
    ),
  );
  return { ...details, captions: languages.filter((_, at) => held[at]) };
}

async function readEntry(
  root: string,
  kind: ContentKind,
  slug: string,
  tagNames: Record<string, Localised>,
): Promise<ReadEntry> {
  const folder = `${kind}/${slug}`;
  parseContent(folder, slugSchema, slug);
  const { publishedAt, author, tags, motif, ...details } = await readJson(
    root,
    `${folder}/entry.json`,
    entrySchemas[kind],
  );
  const unknownTag = tags.find((tag) => !Object.hasOwn(tagNames, tag));
  if (unknownTag) {
    throw new ContentError(`${folder}/entry.json: tags: "${unknownTag}" is not in tags.json`);
  }
  return {
    kind,
    slug,
    publishedAt: new Date(publishedAt),
    author,
    tags,
    motif,
    details: await completeDetails(root, folder, details),
    texts: await readMarkdown<Front>(root, folder, frontMatterSchemas[kind]),
  };
}

async function readAnnouncement(root: string, slug: string): Promise<ReadAnnouncement> {
  const folder = `announcements/${slug}`;
  const entry = await readJson(root, `${folder}/entry.json`, announcementEntrySchema);
  const texts = await readMarkdown(root, folder, announcementFrontSchema);
  const localised = (pick: (text: (typeof texts)[number]) => string): Localised => ({
    en: "",
    ...Object.fromEntries(texts.map((text) => [text.language, pick(text)])),
  });
  return {
    slug,
    publishedAt: new Date(entry.publishedAt),
    title: localised((text) => text.front.title),
    body: localised((text) => text.body),
  };
}

/**
 * Reads a content folder: `tags.json`, `<kind>/<slug>/` and `announcements/<slug>/`, each with
 * `entry.json` and a Markdown file a language. Throws a ContentError that names file and field.
 */
export async function readContent(root: string): Promise<ReadContent> {
  const tags = await readJson(root, "tags.json", tagsSchema);
  const entries: ReadEntry[] = [];
  for (const kind of contentKinds) {
    for (const slug of await listEntryFolders(root, kind)) {
      entries.push(await readEntry(root, kind, slug, tags));
    }
  }
  const announcements: ReadAnnouncement[] = [];
  for (const slug of await listEntryFolders(root, "announcements")) {
    announcements.push(await readAnnouncement(root, slug));
  }
  return { tags, entries, announcements };
}
