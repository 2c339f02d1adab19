import * as z from "zod/mini";
import { ContentError } from "../../../infra/content-folder/content-error.ts";
import type { Localised } from "../../../infra/database/columns.ts";
import type { Place } from "./imported-entry.ts";

type Fields = Record<string, unknown>;

/** Takes what was changed or assumed, for the report: "posts/first.md:3: no summary: …". */
export type Tell = (line: string) => void;

/** Most characters of what the portal stores. */
export const longest = { title: 70, summary: 300, author: 80, slug: 120, tag: 40 };
const mostTags = 4;

/** The motif of an imported entry that names none. */
export const defaultMotif = "paw";

const importedTag = { id: "imported", name: { en: "Imported", pl: "Zaimportowane" } };

/** Returns a text as part of an address: "Żywienie psów" as "zywienie-psow". */
export const slugOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁ]/g, "l")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest.slug)
    .replace(/^-+|-+$/g, "");

/** Returns a text on one line with at most `length` characters, cut at a word. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const part = line.slice(0, length - 1).toWellFormed();
  return `${part.slice(0, Math.max(part.lastIndexOf(" "), length / 2)).trimEnd()}…`;
}

/** Returns the first of some fields that has a text, with its name. */
export function findText(front: Fields, ...names: string[]): [name: string, text: string] | null {
  for (const name of names) {
    const value = front[name];
    if (typeof value === "number") return [name, String(value)];
    if (typeof value === "string" && value.trim() !== "") return [name, value.trim()];
  }
  return null;
}

/** Returns a text of at most `length` characters, and tells if it had to be shortened. */
export function fitted(tell: Tell, place: string, name: string, text: string, length: number) {
  const short = shorten(text, length);
  if (short.length < text.length && short.endsWith("…")) {
    tell(`${place}: ${name}: shortened to ${length} characters`);
  }
  return short;
}

const isoDate =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Returns the time from 1900 to 9999 that a text names, in UTC unless it names a zone; null if it is none. */
export function parseDate(text: string): Date | null {
  const [match, day, time = "00:00", zone = "Z"] = isoDate.exec(text.trim()) ?? [];
  const colon = zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const date = new Date(match ? `${day}T${time}${colon}` : `${text} UTC`);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1900 || year > 9999) return null;
  const isReal = !match || zone !== "Z" || date.toISOString().startsWith(day ?? "");
  return isReal ? date : null;
}

const no = new Set(["0", "false", "n", "no", "off"]);

/** Returns the field that makes a text a draft; null if none does. A doubtful `draft` counts as one. */
export function draftField(front: Fields): "draft" | "published" | null {
  const said = (field: string) => {
    const value = front[field] ?? "";
    return (typeof value === "string" ? value : JSON.stringify(value)).trim().toLowerCase();
  };
  if (said("draft") !== "" && !no.has(said("draft"))) return "draft";
  return no.has(said("published")) ? "published" : null;
}

const dateFields = ["publishedAt", "published_at", "publishDate", "pubDate", "date"];

/**
 * Returns when an entry was published: by its front matter, the date in its file name, or else the time of the file.
 * Null for a draft. Throws a ContentError for what is no date.
 */
export function publishedAtOf(
  front: Fields,
  assumed: { date: string | null; isDraft: boolean; modifiedAt: Date },
  { place, tell }: { place: Place; tell: Tell },
): string | null {
  const field = draftField(front);
  if (assumed.isDraft || field !== null) {
    tell(`${place(field ?? "")}: a draft: imported unpublished`);
    return null;
  }
  const [name, text] = findText(front, ...dateFields) ?? ["date", assumed.date];
  if (text === null) {
    const modified = assumed.modifiedAt.toISOString();
    tell(`${place("")}: no date: published when the file was modified, ${modified.slice(0, 10)}`);
    return modified;
  }
  const date = parseDate(text);
  if (!date) {
    throw new ContentError(`${place(name)}: ${name}: "${shorten(text, 60)}" is no date`);
  }
  return date.toISOString();
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

/** Returns the first of some names, since an entry has one author, and tells which others are left out. */
export function firstAuthor(
  [first, ...others]: string[],
  { at, fallback, tell }: { at: string; fallback: string; tell: Tell },
): string {
  if (first === undefined) {
    tell(`${at}: no author: ${fallback}`);
    return fallback;
  }
  if (others.length > 0) {
    tell(`${at}: author: an entry has one; left out ${shorten(others.join(", "), 200)}`);
  }
  return fitted(tell, at, "author", first, longest.author);
}

/** Returns the author; a text with several names stays as it is. */
export function authorOf(
  front: Fields,
  fallback: string,
  { place, tell }: { place: Place; tell: Tell },
): string {
  for (const field of ["author", "authors"]) {
    const names = namesIn(front[field], null);
    if (names.length > 0) return firstAuthor(names, { at: place(field), fallback, tell });
  }
  return firstAuthor([], { at: place(""), fallback, tell });
}

/** Returns the tags of some names: at most four, and one for an entry without any. */
export function tagsOf(
  names: string[],
  { at, tell }: { at: string; tell: Tell },
): Record<string, Localised> {
  const all = new Map<string, Localised>();
  for (const name of names) {
    const id = slugOf(name);
    if (id === "") tell(`${at}: tags: "${shorten(name, 60)}" has no letter from A to Z`);
    else if (!all.has(id)) all.set(id, { en: shorten(name, longest.tag) });
  }
  const more = [...all.keys()].slice(mostTags);
  if (more.length > 0)
    tell(`${at}: tags: an entry has at most ${mostTags}; left out ${more.join(", ")}`);
  if (all.size > 0) return Object.fromEntries([...all].slice(0, mostTags));
  tell(`${at}: no tags: ${importedTag.id}`);
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
