import { lineAt } from "#api/infra/content-folder/content-error.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import { kindRules } from "#api/modules/library/kind-rules.ts";
import { cleanBody, requireLength } from "./clean-body.ts";
import { splitAttributes } from "./conversion/attributes.ts";
import type { EntryImages } from "./entry-images.ts";
import { findText, fitted, maxLengths, pick, type AddNote } from "./front-fields.ts";
import type { ImportLinks } from "./import-links.ts";
import type { ImportedEntry, Location } from "./imported-entry.ts";
import type { Source } from "./read-source.ts";
import { plainAlt } from "./stored-images.ts";

export type Text = ImportedEntry["texts"][number];

/** Returns the heading that a text begins with, and where the text after it begins; null if there is none. */
function firstHeading(body: string): { heading: string; end: number } | null {
  const start = body.search(/\S/);
  if (!/^#[ \t]$/.test(body.slice(start, start + 2))) return null;
  const lineEnd = body.indexOf("\n", start);
  const end = lineEnd < 0 ? body.length : lineEnd + 1;
  // a regular expression for the end takes seconds for thousands of blanks before a letter
  let last = end;
  while (" \t\r\n#".includes(body.charAt(last - 1)) && last > start) last -= 1;
  const heading = body.slice(start + 1, last).trimStart();
  // "# Title {#title}"
  const { words } = splitAttributes(heading);
  return words === "" ? null : { heading: words, end };
}

/** Returns the title of a text: in its front matter, its first heading, or else the file's name. */
function extractTitle(
  source: Source,
  name: string,
  addNote: AddNote,
): { title: string; body: string } {
  const { front, body, location } = source;
  const fit = (field: string, title: string) =>
    fitted(addNote, location(field), "title", title, maxLengths.title);
  const { heading, end = 0 } = firstHeading(body) ?? {};
  const given = findText(front, "title")?.[1];
  // pages show the title above the text
  const rest = given === undefined || given === heading ? body.slice(end) : body;
  if (given !== undefined) return { title: fit("title", given), body: rest };
  if (heading !== undefined) return { title: fit("body", heading), body: rest };
  const spoken = name.replaceAll(/[-_]+/g, " ");
  const title = fit("", spoken.charAt(0).toUpperCase() + spoken.slice(1));
  addNote(`${location("")}: no title: ${title}`);
  return { title, body };
}

/** The body is for members and the summary for everybody, so that none is made of the body. */
function summaryOf({ front, location }: Source, title: string, addNote: AddNote): string {
  const [field, given] = findText(front, "summary", "description", "excerpt") ?? ["", null];
  if (given !== null) return fitted(addNote, location(field), field, given, maxLengths.summary);
  addNote(`${location("")}: no summary: the title`);
  return title;
}

type TextContext = {
  kind: ContentKind;
  name: string;
  images: EntryImages;
  links: ImportLinks;
  addNote: AddNote;
};

/** Returns one language of an entry. Tells what it assumed and left out. */
export async function textOf(
  source: Source,
  language: Language,
  { kind, name, images, links, addNote }: TextContext,
): Promise<Text> {
  requireLength(source);
  const { title, body } = extractTitle(source, name, addNote);
  const lineOf = (offset: number) => source.bodyLine + lineAt(source.body, offset) - 1;
  const moved = lineOf(source.body.length - body.length);
  const front = {
    title,
    summary: summaryOf(source, title, addNote),
    ...pick(source.front, kindRules[kind].ownFields.front),
  };
  const cleaned = await cleanBody({ ...source, body, bodyLine: moved }, images, addNote);
  const locationOf = (address: string) => `${source.path}:${lineOf(source.body.indexOf(address))}`;
  const clean = await links.rewrite(cleaned, source.path, { addNote, locationOf });
  const cover = coverOf(source.front, source.location);
  const keep = (address: string) => images.keep(source.path, address, addNote);
  return {
    language,
    front,
    body: cover ? await withCover(clean, cover, { keep, addNote }) : clean,
  };
}

/** A picture above a text: its address, its description, and where the source names it. */
type Cover = { address: string; alt: string; at: string };

/** Names of a picture above a text, as Hugo, Jekyll and Astro and their themes have them. */
export const coverFields = [
  "cover",
  "image",
  "heroImage",
  "featured_image",
  "feature_image",
  "thumbnail",
  "banner",
];

/** Returns the picture that front matter names, as an address or as an object with one; null if there is none. */
function coverOf(front: Record<string, unknown>, location: Location): Cover | null {
  for (const field of coverFields) {
    const value = front[field];
    const fields: Record<string, unknown> =
      typeof value === "object" && value !== null ? { ...value } : { src: value };
    const address = findText(fields, "src", "image", "path", "url")?.[1];
    if (address === undefined) continue;
    return { address, alt: findText(fields, "alt")?.[1] ?? "", at: location(field) };
  }
  return null;
}

/** Returns a text with its cover as the first image, and reports that, or that the picture is missing. */
export async function withCover(
  body: string,
  { address, alt, at }: Cover,
  { keep, addNote }: { keep: (address: string) => Promise<string | null>; addNote: AddNote },
): Promise<string> {
  const name = await keep(address);
  if (name === null) {
    addNote(`${at}: left out: image: ${address.slice(0, 200)}`);
    return body;
  }
  if (body.includes(`](${name})`)) return body;
  addNote(`${at}: cover: became the first image of the text`);
  return `![${plainAlt(alt)}](${name})\n\n${body}`;
}
