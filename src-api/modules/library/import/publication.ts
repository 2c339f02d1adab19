import { dateIn } from "#shared/formats.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import { shorten, type AddNote } from "./front-fields.ts";
import type { Location } from "./imported-entry.ts";

/*
 * Whether and when an imported text appears, by the fields with which Hugo, Jekyll, Astro, Eleventy, Hexo, Pelican and Zola
 * say so. Whatever is doubtful stays a draft.
 */

type Fields = Record<string, unknown>;

/** A field as it is written in the front matter. */
type Field = { name: string; value: unknown };

/** Returns a field under any of some names, which count without case, `_` and `-`, as in Hugo. */
const findFields = (front: Fields, names: ReadonlySet<string>): Field[] =>
  Object.entries(front)
    .filter(([name]) => names.has(normalise(name)))
    .map(([name, value]) => ({ name, value }));

const normalise = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

const normalisedText = (value: unknown) =>
  (typeof value === "string" ? value : JSON.stringify(value ?? "")).trim().toLowerCase();

const no = new Set(["0", "false", "n", "no", "off", "never"]);
const isEmpty = (value: unknown) => ["", '""', "[]", "{}"].includes(normalisedText(value));
const isYes = (value: unknown) => !isEmpty(value) && !no.has(normalisedText(value));
const isNo = (value: unknown) => no.has(normalisedText(value));

/** States in which a text is public, or becomes so at its date. */
const publicStates = new Set(
  "publish published public live visible members paid scheduled future final done complete completed released active".split(
    " ",
  ),
);

const names = (text: string) => new Set(text.split(" "));

/** Fields by which a text is hidden from readers. */
const marks: { fields: Set<string>; isMark: (value: unknown) => boolean }[] = [
  {
    fields: names(
      "draft isdraft unpublished private hidden unlisted archived wip expired headless password eleventyexcludefromcollections excludefromcollections",
    ),
    isMark: isYes,
  },
  { fields: names("hide"), isMark: (value) => value === true || normalisedText(value) === "true" },
  {
    fields: names("published publish ispublished public ispublic listed discoverable"),
    isMark: isNo,
  },
  { fields: names("permalink"), isMark: (value) => value === false },
  {
    fields: names("status state poststatus publishstatus publicationstatus visibility"),
    isMark: (value) => !isEmpty(value) && !publicStates.has(normalisedText(value)),
  },
  {
    // Hugo: `build: { render: never }`
    fields: names("build"),
    isMark: (value) =>
      typeof value === "object" &&
      value !== null &&
      Object.entries(value).some(([name, how]) => ["render", "list"].includes(name) && isNo(how)),
  },
];

/** Returns the name of the field that makes a text a draft; null if none does. */
export function draftField(front: Fields): string | null {
  for (const { fields, isMark } of marks) {
    const found = findFields(front, fields).find(({ value }) => isMark(value));
    if (found) return found.name;
  }
  return null;
}

const expiryFields = names(
  "expirydate expiry expires expiresat expireson expire expirationdate unpublishdate unpublishat unpublishedat validuntil",
);

/** Fields with the date of publication, the most telling one first. */
const dateFields = [
  "publishedat",
  "publishdate",
  "publisheddate",
  "publicationdate",
  "publishon",
  "pubdate",
  "datepublished",
  "postdate",
  "date",
  "published",
  "publish",
];

/** Jekyll and others also give these fields as yes or no. */
const isFlag = ({ name, value }: Field) =>
  ["published", "publish"].includes(normalise(name)) && !/\d{2}/.test(normalisedText(value));

/** All fields that are read here. */
const publicationFields: ReadonlySet<string> = new Set([
  ...marks.flatMap(({ fields }) => [...fields]),
  ...expiryFields,
  ...dateFields,
]);

export const isPublicationField = (name: string) => publicationFields.has(normalise(name));

type NoteContext = { location: Location; addNote: AddNote };

/** What is known about a text besides its front matter. */
export type Assumed = {
  /** The day in the name of the file. */
  date: string | null;
  /** True in a folder of drafts. */
  isDraft: boolean;
  now: Date;
  /** Zone of times that name none. */
  timeZone: string;
};

/** Returns the time in a field. Throws a ContentError for what is none. */
function timeIn({ name, value }: Field, location: Location, timeZone: string): Date {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const read = readWrittenTime(text, timeZone);
  if ("time" in read) return read.time;
  throw new ContentError(`${location(name)}: ${name}: "${shorten(text, 60)}" ${read.reason}`);
}

function publicationDate(
  front: Fields,
  { date, timeZone }: Assumed,
  location: Location,
): { time: Date; name: string } | null {
  for (const wanted of dateFields) {
    const field = findFields(front, new Set([wanted])).find(
      (one) => !isEmpty(one.value) && !isFlag(one),
    );
    if (field) return { time: timeIn(field, location, timeZone), name: field.name };
  }
  if (date === null) return null;
  return { time: timeIn({ name: "date", value: date }, location, timeZone), name: "date" };
}

/** Returns the field by which a text has expired; reports an expiry to come, which the portal does not know. */
function expiredField(
  front: Fields,
  { now, timeZone }: Assumed,
  { location, addNote }: NoteContext,
) {
  for (const field of findFields(front, expiryFields)) {
    if (isEmpty(field.value)) continue;
    const time = timeIn(field, location, timeZone);
    const day = dateIn(time, timeZone);
    if (time <= now) return { name: field.name, day };
    addNote(
      `${location(field.name)}: ${field.name}: left out: withdraw the entry yourself on ${day}`,
    );
  }
  return null;
}

/** Returns when an entry was published; null for a draft. Throws a ContentError for what could be two dates. */
export function publishedAtOf(
  front: Fields,
  assumed: Assumed,
  context: NoteContext,
): string | null {
  const { location, addNote } = context;
  const date = publicationDate(front, assumed, location);
  const expired = expiredField(front, assumed, context);
  const field = draftField(front);
  if (assumed.isDraft || field !== null) {
    const isPlain = field === null || ["draft", "published"].includes(normalise(field));
    const why = isPlain ? "" : ` (${field})`;
    addNote(`${location(field ?? "")}: a draft${why}: imported unpublished`);
    return null;
  }
  if (expired) {
    addNote(`${location(expired.name)}: expired on ${expired.day}: imported unpublished`);
    return null;
  }
  if (date) return date.time.toISOString();
  addNote(`${location("")}: no date: imported unpublished`);
  return null;
}

/** Returns why a translation is not to appear with its published entry, and the field that says so; null if it is. */
export function unpublishedField(front: Fields, assumed: Assumed, context: NoteContext) {
  const field = draftField(front);
  if (field !== null) return { name: field, why: "a draft" };
  const expired = expiredField(front, assumed, context);
  if (expired) return { name: expired.name, why: "expired" };
  const date = publicationDate(front, { ...assumed, date: null }, context.location);
  return date && date.time > assumed.now ? { name: date.name, why: "not published yet" } : null;
}
