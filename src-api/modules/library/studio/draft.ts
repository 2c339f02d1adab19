import type * as z from "zod/mini";
import type { Draft, DraftText } from "#shared/api/studio.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages, type Language } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { requireCourses } from "#api/infra/content-folder/courses.ts";
import { bodySchema } from "#api/infra/content-folder/entry-files.ts";
import { isRenderable } from "#api/infra/markdown/render-markdown.ts";
import type { EntryKey, NewEntry } from "../entries/write-store.ts";
import { fieldsOf } from "../export/entry-folder.ts";
import type { StoredContent } from "../export/export-store.ts";
import { imagesIn } from "../import/conversion/convert-text.ts";
import { imageFile } from "../import/entry-images.ts";
import { parseImported } from "../import/imported-entry.ts";
import { kindRules } from "../kind-rules.ts";
import { captionsFile, isTextImage } from "../media/media-files.ts";

/** Names in the storage of media, by names beside the texts. */
export type Files = Record<string, string>;

/** An entry while it is written, with its files. */
export type Working = { draft: Draft; files: Files };

/** Returns the texts of a working copy with their languages. */
export const textsOf = ({ texts }: Draft): [Language, DraftText][] =>
  languages.flatMap((language) => {
    const text = texts[language];
    return text ? [[language, text]] : [];
  });

/** Returns an entry as it is stored in the form in which it is written. */
export function workingOf(stored: Omit<StoredContent, "publishedAt">): Working {
  const { metadata, texts } = fieldsOf(stored);
  const all = texts.map(({ language, ...text }) => [language, text]);
  const { captions } = stored.details;
  return {
    draft: {
      metadata: { ...metadata, ...(captions && { captions }) },
      // an entry always has an English text
      texts: Object.fromEntries(all) as Draft["texts"],
    },
    files: stored.details.stored ?? {},
  };
}

/** What a new working copy of each kind begins with, besides title and author. */
const beginnings: Record<
  ContentKind,
  { metadata: Record<string, unknown>; front: Record<string, unknown> }
> = {
  articles: { metadata: {}, front: {} },
  blog: { metadata: {}, front: {} },
  recipes: {
    metadata: { prepMinutes: 10, cookMinutes: 20, servings: 1 },
    front: { ingredients: [] },
  },
  protocols: { metadata: { level: "beginner" }, front: { weeks: [] } },
  videos: { metadata: {}, front: {} },
};

export function emptyDraft(
  kind: ContentKind,
  { title, author, motif }: { title: string; author: string; motif: string },
): Draft {
  const { metadata, front } = beginnings[kind];
  return {
    metadata: { author, tags: [], motif, ...metadata },
    texts: { en: { front: { title, summary: "", ...front }, body: "" } },
  };
}

/** Returns a value without what PostgreSQL cannot store: NUL, and halves of characters. */
export function storable<T>(value: T): T {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "string" ? one.replaceAll("\0", "").toWellFormed() : one,
  );
  return JSON.parse(text) as T; // the same value but for these characters
}

/** Keys of messages by places: `en.title`. */
export type Problems = Record<string, `forms:${string}`>;

type Issue = z.core.$ZodIssue;

/** What rules that compare several values of a field ask for. */
const comparisons: Readonly<Record<string, `forms:${string}`>> = {
  chapters: "forms:problem.chapters",
  progression: "forms:problem.progression",
  related: "forms:problem.twice",
  showDay: "forms:problem.showDay",
};

function tooBig(value: unknown): `forms:${string}` {
  if (typeof value === "number") return "forms:problem.numberTooLarge";
  return typeof value === "string" ? "forms:tooLong" : "forms:problem.tooMany";
}

/** Returns what is wrong about a value, as a message of forms. */
function messageOf(issue: Issue, value: unknown): `forms:${string}` {
  const { code, path } = issue;
  const found = path.reduce<unknown>((at, name) => Object(at)[name], value);
  if (found === undefined || found === null || found === "") return "forms:required";
  switch (code) {
    case "too_small":
      return typeof found === "number" ? "forms:problem.numberTooSmall" : "forms:required";
    case "too_big":
      return tooBig(found);
    case "invalid_type":
      if (issue.expected === "int") return "forms:problem.wholeNumber";
      return issue.expected === "number" ? "forms:number" : "forms:invalid";
    case "invalid_value":
      return "forms:problem.choice";
    case "invalid_format":
      if (issue.format === "url") return "forms:problem.address";
      return issue.format === "date" ? "forms:day" : "forms:invalid";
    case "custom":
      return comparisons[String(path[0])] ?? "forms:invalid";
    default:
      return "forms:invalid";
  }
}

/** Returns the issues of the form that a value comes closest to, where it may have several. */
function closest(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const [nearest = []] = issue.errors.toSorted((a, b) => a.length - b.length);
  return nearest.flatMap((inner) => closest({ ...inner, path: [...issue.path, ...inner.path] }));
}

function addIssues(problems: Problems, schema: z.ZodMiniType, value: unknown, below: string): void {
  for (const issue of (schema.safeParse(value).error?.issues ?? []).flatMap(closest)) {
    const place = [below, ...issue.path].filter((part) => part !== "").join(".");
    problems[place] ??= messageOf(issue, value);
  }
}

/** Leaves out what the file of a video brings while there is none: it is one thing that is missing. */
function nameMissingVideoOnce(problems: Problems): void {
  if (!problems["source"]) return;
  for (const place of ["poster", "durationSeconds", "framesPerSecond"]) delete problems[place];
  problems["source"] = "forms:problem.video";
}

/** Returns the names of the pictures beside a text that it shows. Rejects with a ContentError for a text that takes too long. */
async function picturesIn(body: string): Promise<string[]> {
  const found = await imagesIn("", { format: "markdown", text: body });
  return [...found].filter((address) => imageFile.test(address) && !/[/:]/.test(address));
}

/** Returns what is wrong about a text of fitting length; null if it is right. */
async function bodyProblem(body: string, files: Files): Promise<`forms:${string}` | null> {
  if (!(await isRenderable(body))) return "forms:tooComplex";
  try {
    requireCourses("", body);
  } catch (error) {
    if (error instanceof ContentError) return "forms:course";
    throw error;
  }
  const shown = await picturesIn(body);
  return shown.every((name) => Object.hasOwn(files, name)) ? null : "forms:pictureGone";
}

async function addTextProblems(
  problems: Problems,
  { language, kind, files }: { language: Language; kind: ContentKind; files: Files },
  { front, body }: DraftText,
): Promise<void> {
  addIssues(problems, kindRules[kind].frontSchema, front, language);
  const place = `${language}.body`;
  addIssues(problems, bodySchema, body, place);
  if (problems[place]) return;
  const wrong = await bodyProblem(body, files);
  if (wrong) problems[place] = wrong;
}

/** What a working copy is checked against. */
type Setting = EntryKey & {
  /** Ids of all tags. */
  tagIds: readonly string[];
};

/** Returns what keeps a working copy from being published; empty if nothing does. */
export async function problemsOf({ draft, files }: Working, { kind, tagIds }: Setting) {
  const problems: Problems = {};
  addIssues(problems, kindRules[kind].entrySchema, { publishedAt: null, ...draft.metadata }, "");
  const { tags } = draft.metadata;
  if (Array.isArray(tags) && tags.some((tag) => !tagIds.includes(tag as string))) {
    problems["tags"] ??= "forms:invalid";
  }
  for (const [language, text] of textsOf(draft)) {
    await addTextProblems(problems, { language, kind, files }, text);
  }
  const { source, poster } = draft.metadata;
  const named = kind === "videos" ? [source, poster] : [];
  if (named.some((name) => typeof name === "string" && !Object.hasOwn(files, name))) {
    problems["source"] ??= "forms:invalid";
  }
  if (kind === "videos") nameMissingVideoOnce(problems);
  return problems;
}

/** Returns the names of the captions that a working copy offers: those of all languages until it names some. */
export const captionsOf = ({ metadata: { captions } }: Draft, slug: string): string[] =>
  languages
    .filter((language) => !Array.isArray(captions) || captions.includes(language))
    .map((language) => captionsFile(slug, language));

/** Returns the files that a working copy uses, of all that it has. */
async function usedFiles({ draft, files }: Working, slug: string): Promise<Files> {
  const shown = await Promise.all(textsOf(draft).map(([, { body }]) => picturesIn(body)));
  const used = new Set(shown.flat());
  const captions = captionsOf(draft, slug);
  const { source, poster } = draft.metadata;
  return Object.fromEntries(
    Object.entries(files).filter(([name]) =>
      isTextImage(name) ? used.has(name) : [source, poster, ...captions].includes(name),
    ),
  );
}

/** Returns the rows of a working copy without problems. Rejects with a ContentError for others. */
export async function entryOf(
  working: Working,
  { kind, slug }: EntryKey,
  publishedAt: Date | null,
): Promise<NewEntry> {
  const { metadata } = working.draft;
  return parseImported({
    kind,
    slug,
    metadata: { ...metadata, publishedAt: publishedAt?.toISOString() ?? null },
    texts: textsOf(working.draft).map(([language, text]) => ({ language, ...text })),
    tags: {},
    files: await usedFiles(working, slug),
  });
}
