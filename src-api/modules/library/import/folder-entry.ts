import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import { ContentError, parseContent } from "#api/infra/content-folder/content-error.ts";
import { metadata as metadataFile, textFile } from "#api/infra/content-folder/entry-files.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import { storedName } from "#api/infra/media-storage/open-media-storage.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";
import { requireCaptions } from "#api/modules/library/media/captions.ts";
import {
  isTextImage,
  mediaFilesInFolder,
  pathInFolder,
} from "#api/modules/library/media/media-files.ts";
import { EntryImages } from "./entry-images.ts";
import { defaultMotif, tagsOf, type AddNote } from "./front-fields.ts";
import type { ImportedEntry, Location } from "./imported-entry.ts";
import { cleanBody } from "./clean-body.ts";
import type { Defaults, ReadEntry } from "./markdown-entry.ts";
import { parseJson, parseSource, readSource, type Source } from "./read-source.ts";
import type { SourceGroup } from "./source-tree.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

async function readMedia(root: string, folder: string, names: string[]) {
  const files: Record<string, string> = {};
  const media: Record<string, string> = {};
  for (const name of names) {
    const path = await pathInFolder(join(root, folder), name);
    if (!(await lstat(path)).isFile()) {
      throw new ContentError(`${folder}/${name}:1: this is not a file`);
    }
    if (name.endsWith(".vtt")) {
      requireCaptions(`${folder}/${basename(path)}`, await readFile(path));
    }
    const stored = await storedName(path);
    files[name] = stored;
    media[stored] = path;
  }
  return { files, media };
}

async function readMetadata(root: string, folder: string) {
  const path = `${folder}/${metadataFile}`;
  const text = await readSource(root, path);
  const lines = text.split("\n");
  const location: Location = (field) =>
    `${path}:${lines.findIndex((line) => line.includes(`"${field}"`)) + 1 || 1}`;
  return { fields: parseJson(path, text, fieldsSchema), location };
}

/** Returns the tags of an entry, with names from `tags.json`, else their ids; the tag "Imported" if it has none. */
function nameTags(
  ids: unknown,
  known: Record<string, Localised>,
  context: { at: string; addNote: AddNote },
): Record<string, Localised> {
  const list = Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  if (list.length === 0) return tagsOf([], { ...context, seen: new Map() });
  return Object.fromEntries(
    list.map((id) => {
      const name = Object.hasOwn(known, id) ? known[id] : undefined;
      if (!name) context.addNote(`${context.at}: tags: "${id}" is not in tags.json`);
      return [id, name ?? { [defaultLanguage]: id }];
    }),
  );
}

async function readTexts(root: string, folder: string, names: string[]) {
  const sources: [Language, Source][] = [];
  for (const language of languages) {
    const path = `${folder}/${textFile(language)}`;
    if (!names.includes(textFile(language))) continue;
    sources.push([language, parseSource(path, await readSource(root, path))]);
  }
  if (sources.length === 0) {
    throw new ContentError(`${folder}/${textFile(defaultLanguage)}:1: the file is missing`);
  }
  return sources;
}

const coverSchema = z.looseObject({ picture: z.string() });

/** Prepares the picture of a cover, as those of texts. Returns the field with the name it gets; without a picture none. */
async function keepCover(
  cover: unknown,
  images: EntryImages,
  { folder, at, addNote }: { folder: string; at: string; addNote: AddNote },
): Promise<{ cover?: unknown }> {
  const parsed = coverSchema.safeParse(cover);
  if (!parsed.success) return cover === undefined ? {} : { cover }; // which the rules refuse
  const { picture } = parsed.data;
  const name = await images.keep(`${folder}/${metadataFile}`, picture, addNote);
  if (name !== null) return { cover: { ...parsed.data, picture: name } };
  addNote(`${at}: cover: left out: ${picture.slice(0, 200)}`);
  return {};
}

/** Reads an entry in the portal's own format. Rejects with a ContentError that names file and line. */
export async function readFolderEntry(
  root: string,
  { folder, kind: named, name: slug }: SourceGroup & { folder: string },
  {
    known,
    defaults,
    addNote,
  }: { known: Record<string, Localised>; defaults: Defaults; addNote: AddNote },
): Promise<ReadEntry> {
  const kind = named ?? defaults.kind;
  parseContent(`${folder}:1`, slugSchema, slug);
  const names = await readdir(join(root, folder));
  const { fields, location } = await readMetadata(root, folder);
  const sources = await readTexts(root, folder, names);
  const tags = nameTags(fields["tags"], known, { at: location("tags"), addNote });
  for (const [field, value] of Object.entries({ author: defaults.author, motif: defaultMotif })) {
    if (fields[field] === undefined) addNote(`${location("")}: no ${field}: ${value}`);
  }
  const { files, media } = await readMedia(
    root,
    folder,
    mediaFilesInFolder(slug, fields, names).filter((name) => !isTextImage(name)),
  );
  const images = new EntryImages(root, defaults.images);
  const texts: ImportedEntry["texts"] = [];
  for (const [language, source] of sources) {
    const body = await cleanBody(source, images, addNote, "own");
    texts.push({ language, front: source.front, body });
  }
  const { cover, ...others } = fields;
  const kept = await keepCover(cover, images, { folder, at: location("cover"), addNote });
  const metadata = { author: defaults.author, motif: defaultMotif, ...others, ...kept };
  return {
    entry: {
      kind,
      slug,
      metadata: { ...metadata, tags: fields["tags"] ?? Object.keys(tags) },
      texts,
      tags,
      files: { ...files, ...images.files },
    },
    locations: {
      metadata: location,
      texts: Object.fromEntries(sources.map(([language, source]) => [language, source.location])),
    },
    media: { ...media, ...images.media },
  };
}
