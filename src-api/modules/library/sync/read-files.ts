import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { VFile } from "vfile";
import { matter } from "vfile-matter";
import type * as z from "zod/mini";
import { defaultLanguage, languages, type Language } from "../../../../src-shared/languages.ts";
import { ContentError, parseContent } from "./content-error.ts";
import { bodySchema } from "./schemas.ts";

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Whether there is a file at that path. */
export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The text of a file below the content folder, or null when there is none. */
async function readText(root: string, file: string): Promise<string | null> {
  try {
    return await readFile(join(root, file), "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A JSON file below the content folder. Throws a ContentError when it is missing or wrong. */
export async function readJson<T>(
  root: string,
  file: string,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  const text = await readText(root, file);
  if (text === null) throw new ContentError(`${file}: the file is missing`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ContentError(`${file}: ${String(error)}`);
  }
  return parseContent(file, schema, value);
}

/** One language of an entry: its front matter, parsed, and its Markdown. */
export type MarkdownText<T> = { language: Language; front: T; body: string };

function parseMarkdown<T>(file: string, text: string, schema: z.ZodMiniType<T>) {
  const markdown = new VFile(text);
  try {
    matter(markdown, { strip: true });
  } catch (error) {
    throw new ContentError(`${file}: front matter: ${String(error)}`);
  }
  const front = parseContent(file, schema, markdown.data["matter"]);
  return { front, body: parseContent(file, bodySchema, String(markdown)) };
}

/** The languages of an entry; English has to be there. Throws a ContentError. */
export async function readMarkdown<T>(
  root: string,
  folder: string,
  schema: z.ZodMiniType<T>,
): Promise<MarkdownText<T>[]> {
  const texts: MarkdownText<T>[] = [];
  for (const language of languages) {
    const file = join(folder, `${language}.md`);
    const text = await readText(root, file);
    if (text !== null) texts.push({ language, ...parseMarkdown(file, text, schema) });
    else if (language === defaultLanguage) throw new ContentError(`${file}: the file is missing`);
  }
  return texts;
}

/**
 * The entries of a kind: folders that hold a text or an `entry.json`. Others are no entries yet
 * (a video's drawing that was not recorded).
 */
export async function listEntryFolders(root: string, kind: string): Promise<string[]> {
  const found = await readdir(join(root, kind), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const marks = ["entry.json", ...languages.map((language) => `${language}.md`)];
  const slugs: string[] = [];
  for (const { name } of found.filter((entry) => entry.isDirectory())) {
    const held = await Promise.all(marks.map((mark) => isFile(join(root, kind, name, mark))));
    if (held.includes(true)) slugs.push(name);
  }
  return slugs.toSorted();
}
