import { maxBodyLength } from "#shared/api/studio.ts";
import { ContentError, lineAt } from "#api/infra/content-folder/content-error.ts";
import { tooDeepAt, requireCourses } from "#api/infra/content-folder/text-rules.ts";
import { convertText } from "./conversion/convert-text.ts";
import type { EntryImages } from "./entry-images.ts";
import type { AddNote } from "./front-fields.ts";
import type { Source } from "./read-source.ts";

/** Throws a ContentError for a text that is too long to be parsed. */
export function requireLength({ body, location }: Source): void {
  if (body.length <= maxBodyLength) return;
  throw new ContentError(`${location("body")}: the text has more than ${maxBodyLength} characters`);
}

/** Hugo and Liquid; images and links of wikis; containers of Pandoc and others, extensions of kramdown, tables of contents. */
const instructions =
  /\{\{[<%].*|\{%.*|\{::[^}\n]*\}|!?\[\[[^\]\n]+\]\]|^:{3,}.*|^\[_?toc_?\][ \t]*$/gim;

/** Returns the text of a source without what is unsafe, and reports that. `images` keeps its images, if any. */
export async function cleanBody(
  source: Source,
  images: EntryImages | null,
  addNote: AddNote,
  format: "own" | "authored" = "authored",
): Promise<string> {
  requireLength(source);
  const { path, body, bodyLine, location } = source;
  const stored = (await images?.find(path, body, addNote)) ?? new Map<string, string>();
  requireShallow(location("body"), body);
  requireCourses(path, body, bodyLine);
  const text = { format, text: body };
  const { body: clean, notes } = await convertText(location("body"), text, stored);
  for (const { line, text: note } of notes) addNote(`${path}:${bodyLine + line - 1}: ${note}`);
  if (body.trim() !== "" && clean.trim() === "") {
    throw new ContentError(`${location("body")}: nothing of the text can be imported`);
  }
  for (const { 0: code, index } of clean.matchAll(instructions)) {
    const line = bodyLine + lineAt(clean, index) - 1;
    addNote(`${path}:${line}: instructions for another program stay as text: ${code.slice(0, 60)}`);
  }
  return clean.trim();
}

/** Throws a ContentError for quotes and lists that are nested too deeply. */
export function requireShallow(location: string, body: string): void {
  const line = tooDeepAt(body);
  if (line === null) return;
  throw new ContentError(
    `${location}: line ${line} of the text: quotes or lists are nested too deeply`,
  );
}
