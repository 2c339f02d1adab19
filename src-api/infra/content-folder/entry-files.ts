import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod/mini";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import { requireRenderable } from "#api/infra/markdown/render-markdown.ts";
import { ContentError, parseContent } from "./content-error.ts";
import { bodySchema, requireCourses } from "./text-rules.ts";
import { splitFrontMatter } from "./front-matter.ts";

/** Part of every hash. Raise it when the same files are to be read differently: all are read anew. */
const format = "1";

export const metadata = "entry.json";
export const textFile = (language: Language) => `${language}.md`;
const textFiles = new Set([metadata, ...languages.map(textFile)]);
/** What is parsed, and so part of the hash: texts, and captions of videos. */
const isRead = (name: string) => textFiles.has(name) || /\.(vtt|srt)$/.test(name);

export type EntryFiles = {
  slug: string;
  /** Path below the content folder: "articles/weave-entries". */
  path: string;
  names: readonly string[];
  /** Content of `entry.json`, the Markdown files and captions, by name. */
  texts: ReadonlyMap<string, Buffer>;
  /** SHA-256 of the names of all files and the bytes of `texts`, and of `stored`. */
  hash: string;
  /** Names in the storage of media by names of files, if these are copied there. */
  stored?: Record<string, string>;
};

export const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Rejects with a ContentError for what cannot be read, such as a folder with the name of a file. */
export const explainReadFailure = <T>(file: string, read: Promise<T>): Promise<T> =>
  read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new ContentError(`${file}: cannot be read (${error.code})`);
  });

/** Returns the names of the folders below a part of the content folder, sorted; none if it is missing. */
export async function listFolders(root: string, part: string): Promise<string[]> {
  const listed = readdir(join(root, part), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found = await explainReadFailure(part, listed);
  return found
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => name)
    .toSorted();
}

function hashFiles(names: readonly string[], texts: ReadonlyMap<string, Buffer>): string {
  const hash = createHash("sha256").update(format);
  for (const name of names) {
    const bytes = texts.get(name);
    hash.update(`\n${name}\n${bytes?.length ?? ""}\n`);
    if (bytes) hash.update(bytes);
  }
  return hash.digest("base64url");
}

/** Reads the files of an entry; null for a folder without a text and an `entry.json`. Rejects with a ContentError. */
export async function readEntryFiles(
  root: string,
  part: string,
  slug: string,
): Promise<EntryFiles | null> {
  const path = join(part, slug);
  const names = (await explainReadFailure(path, readdir(join(root, path)))).toSorted();
  if (!names.some((name) => textFiles.has(name))) return null;
  const texts = new Map<string, Buffer>();
  for (const name of names.filter(isRead)) {
    texts.set(name, await explainReadFailure(`${path}/${name}`, readFile(join(root, path, name))));
  }
  return { slug, path, names, texts, hash: hashFiles(names, texts) };
}

function parseJson<T>(file: string, bytes: Buffer | undefined, schema: z.ZodMiniType<T>): T {
  if (!bytes) throw new ContentError(`${file}: the file is missing`);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ContentError(`${file}: ${String(error)}`);
  }
  return parseContent(file, schema, value);
}

/** Reads a JSON file of the content folder; null if it is missing. Rejects with a ContentError if it is wrong. */
export async function readJson<T>(
  root: string,
  file: string,
  schema: z.ZodMiniType<T>,
): Promise<T | null> {
  const read = readFile(join(root, file)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  const bytes = await explainReadFailure(file, read);
  return bytes && parseJson(file, bytes, schema);
}

/** Returns the `entry.json` of an entry. Throws a ContentError. */
export const parseMetadata = <T>({ path, texts }: EntryFiles, schema: z.ZodMiniType<T>): T =>
  parseJson(`${path}/${metadata}`, texts.get(metadata), schema);

/** One language of an entry: its front matter, parsed, and its Markdown. */
export type MarkdownText<T> = { language: Language; front: T; body: string };

function parseMarkdown<T>(file: string, bytes: Buffer, schema: z.ZodMiniType<T>) {
  const source = bytes.toString("utf8");
  const { fields, body } = splitFrontMatter(file, source);
  requireCourses(file, source);
  return { front: parseContent(file, schema, fields), body: parseContent(file, bodySchema, body) };
}

/** Returns the texts of an entry, of which there has to be one. Rejects with a ContentError. */
export async function parseTexts<T>(
  files: EntryFiles,
  schema: z.ZodMiniType<T>,
): Promise<MarkdownText<T>[]> {
  const texts: MarkdownText<T>[] = [];
  for (const language of languages) {
    const file = `${files.path}/${textFile(language)}`;
    const bytes = files.texts.get(textFile(language));
    if (!bytes) continue;
    const parsed = parseMarkdown(file, bytes, schema);
    await requireRenderable(file, parsed.body);
    texts.push({ language, ...parsed });
  }
  if (texts.length === 0)
    throw new ContentError(`${files.path}/${textFile(defaultLanguage)}: the file is missing`);
  return texts;
}
