import { ContentError } from "../../../infra/content-folder/content-error.ts";
import { plainAddresses } from "./author-addresses.ts";
import { cleanMarkdown } from "./clean-markdown.ts";
import type { EntryImages } from "./entry-images.ts";
import type { Tell } from "./front-fields.ts";
import type { KeptImages } from "./kept-images.ts";
import type { Source } from "./read-source.ts";

/** Longest text that is parsed, in characters: the rules of all kinds allow as many. */
const maxBody = 100_000;
/** Most lines about one text in a report. */
const maxDropped = 20;

/** Throws a ContentError for a text that is too long to be parsed. */
export function requireLength({ body, place }: Source): void {
  if (body.length <= maxBody) return;
  throw new ContentError(`${place("body")}: the text has more than ${maxBody} characters`);
}

/** Returns the text of a source without what is unsafe, and tells what that was. `images` keeps its images, if any. */
export async function cleanBody(
  source: Source,
  images: EntryImages | null,
  tell: Tell,
): Promise<string> {
  requireLength(source);
  const { path, bodyLine, place } = source;
  const body = plainAddresses(source.body);
  const kept = (await images?.find(path, body, tell)) ?? new Map<string, string>();
  const { body: clean, dropped } = cleanOrRefuse(place("body"), body, kept);
  for (const { line, what } of dropped.slice(0, maxDropped)) {
    tell(`${path}:${bodyLine + line - 1}: left out: ${what}`);
  }
  const more = dropped.length - maxDropped;
  if (more > 0) tell(`${path}: left out: ${more} more`);
  const code = /\{\{[<%].*|\{%.*/.exec(clean);
  if (code) {
    const line = bodyLine + clean.slice(0, code.index).split("\n").length - 1;
    tell(`${path}:${line}: instructions for another program stay as text: ${code[0].slice(0, 60)}`);
  }
  return clean.trim();
}

/** Throws a ContentError for a text that the parser of Markdown cannot take. */
function cleanOrRefuse(at: string, body: string, images: KeptImages) {
  try {
    return cleanMarkdown(body, images);
  } catch (error) {
    throw new ContentError(`${at}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
