import * as z from "zod/mini";
import type { Localised } from "#api/infra/database/columns.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import type { Location } from "./imported-entry.ts";

type Fields = Record<string, unknown>;

/** Adds to the report what was changed or assumed: "posts/first.md:3: no summary: …". */
export type AddNote = (line: string) => void;

/** In characters, as the portal stores them. */
export const maxLengths = { title: 70, summary: 300, author: 80, tag: 40 };
const maxTags = 4;

/** The motif of an imported entry that names none. */
export const defaultMotif = "paw";

const importedTag = { id: "imported", name: { en: "Imported", pl: "Zaimportowane" } };

/** Returns a text on one line with at most `length` characters, cut at a word. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const part = line.slice(0, length - 1).toWellFormed();
  return `${part.slice(0, Math.max(part.lastIndexOf(" "), length / 2)).trimEnd()}…`;
}

/** Returns those of some fields that front matter has. */
export const pick = (front: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(
    fields.filter((field) => field in front).map((field) => [field, front[field]]),
  );

/** Returns the first of some fields that has a text, with its name. */
export function findText(front: Fields, ...names: string[]): [name: string, text: string] | null {
  for (const name of names) {
    const value = front[name];
    if (typeof value === "number") return [name, String(value)];
    if (typeof value === "string" && value.trim() !== "") return [name, value.trim()];
  }
  return null;
}

/** Returns a text of at most `length` characters, and reports if it had to be shortened. */
export function fitted(
  addNote: AddNote,
  location: string,
  name: string,
  text: string,
  length: number,
) {
  const short = shorten(text, length);
  if (short.length < text.length && short.endsWith("…")) {
    addNote(`${location}: ${name}: shortened to ${length} characters`);
  }
  return short;
}

const nameSchema = z.union([z.string(), z.number(), z.object({ name: z.string() })]);

/** Returns the names in a field: a list, or a text with commas or (without any) blanks between them. */
function namesIn(value: unknown, separator: RegExp | null): string[] {
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  return items.flatMap((item) => {
    const parsed = nameSchema.safeParse(item);
    if (!parsed.success) return [];
    const name = typeof parsed.data === "object" ? parsed.data.name : String(parsed.data);
    const parts = Array.isArray(value) || !separator ? [name] : name.split(separator);
    return parts.map((part) => part.trim()).filter(Boolean);
  });
}

/** Returns the first of some names, since an entry has one author, and reports the others that are left out. */
export function firstAuthor(
  [first, ...others]: string[],
  { at, fallback, addNote }: { at: string; fallback: string; addNote: AddNote },
): string {
  if (first === undefined) {
    addNote(`${at}: no author: ${fallback}`);
    return fallback;
  }
  if (others.length > 0) {
    addNote(`${at}: author: an entry has one; left out ${shorten(others.join(", "), 200)}`);
  }
  return fitted(addNote, at, "author", first, maxLengths.author);
}

/** Returns the author; a text with several names stays as it is. */
export function authorOf(
  front: Fields,
  fallback: string,
  { location, addNote }: { location: Location; addNote: AddNote },
): string {
  for (const field of ["author", "authors"]) {
    const names = namesIn(front[field], null);
    if (names.length > 0) return firstAuthor(names, { at: location(field), fallback, addNote });
  }
  return firstAuthor([], { at: location(""), fallback, addNote });
}

/** Returns the id of a tag. Signs by which names differ are words in it: "C++" is c-plus-plus, "C#" c-sharp. */
const tagIdOf = (name: string): string =>
  slugOf(
    name
      .trim()
      .replace(/^#+/, "")
      .replaceAll("+", " plus ")
      .replaceAll("#", " sharp ")
      .replace(/^\.(?=\w)/, "dot "),
  );

/** A name without what nobody would call a difference: case, and what stands between words. */
const spokenName = (name: string) => name.toLowerCase().replace(/[\s_#-]+/g, "");

/** Names of the tags of one import by their ids, so that names that become one tag are noticed. */
export type SeenTags = Map<string, string>;

type TagContext = { at: string; seen: SeenTags; addNote: AddNote };

/** Returns the names of tags by their ids, the first one of each. Tells which names lost their own tag. */
function namesById(names: string[], { at, seen, addNote }: TagContext): Map<string, string> {
  const all = new Map<string, string>();
  for (const name of names) {
    const id = tagIdOf(name);
    if (id === "") {
      addNote(`${at}: tags: "${shorten(name, 60)}" has no letter from A to Z`);
      continue;
    }
    const known = seen.get(id) ?? name;
    seen.set(id, known);
    if (spokenName(known) !== spokenName(name)) {
      addNote(
        `${at}: tags: "${shorten(name, 60)}" is the same tag as "${shorten(known, 60)}": ${id}`,
      );
    }
    if (!all.has(id)) all.set(id, name);
  }
  return all;
}

/** Returns the tags of some names: at most four, and one for an entry without any. */
export function tagsOf(names: string[], context: TagContext): Record<string, Localised> {
  const { at, addNote } = context;
  const all = [...namesById(names, context)];
  const more = all.slice(maxTags).map(([id]) => id);
  if (more.length > 0)
    addNote(`${at}: tags: an entry has at most ${maxTags}; left out ${more.join(", ")}`);
  if (all.length > 0) {
    const first = all.slice(0, maxTags);
    return Object.fromEntries(
      first.map(([id, name]) => [id, { en: shorten(name, maxLengths.tag) }]),
    );
  }
  addNote(`${at}: no tags: ${importedTag.id}`);
  return { [importedTag.id]: importedTag.name };
}

/** Returns the names of tags in front matter: `tags`, else `categories`. */
export function tagNamesOf(front: Fields): [field: string, names: string[]] {
  for (const field of ["tags", "categories", "category"]) {
    const value = front[field];
    const separator = typeof value === "string" && value.includes(",") ? /,/ : /\s+/;
    const names = namesIn(value, separator);
    if (names.length > 0) return [field, names];
  }
  return ["tags", []];
}
