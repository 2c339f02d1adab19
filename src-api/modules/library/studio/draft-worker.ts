import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import * as z from "zod/mini";
import type { Draft } from "#shared/api/studio.ts";
import { languages, leadLanguage, type Language } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { bodySchema, requireCourses } from "#api/infra/content-folder/text-rules.ts";
import type { EntryKey, NewEntry } from "#api/modules/library/entries/stored-entries.ts";
import { kindRules, newEntry } from "#api/modules/library/kind-rules.ts";
import { captionsFile, imageFile, isTextImage } from "#api/modules/library/media/media-files.ts";

/** Message keys by path of the field, such as `en.title`. */
export type Problems = Record<string, `forms:${string}`>;

/** Names in media storage, by the file names that texts and fields use. */
export type Files = Record<string, string>;

/** Returns the texts of a working copy as pairs of language and text. */
export const textsOf = ({ texts }: Draft) =>
  languages.flatMap((language) => {
    const text = texts[language];
    return text ? [[language, text] as const] : [];
  });

/** Returns the captions files of a working copy: of the languages that it lists, or of all if it has no list. */
export const captionsOf = ({ metadata: { captions } }: Draft, slug: string): string[] =>
  languages
    .filter((language) => !Array.isArray(captions) || captions.includes(language))
    .map((language) => captionsFile(slug, language));

type Issue = z.core.$ZodIssue;

/** Messages for rules that compare several values of a field, by field. */
const comparisons: Readonly<Record<string, `forms:${string}`>> = {
  chapters: "forms:problem.chapters",
  cover: "forms:problem.coverAlt",
  progression: "forms:problem.progression",
  related: "forms:problem.twice",
  showDay: "forms:problem.showDay",
};

function tooBig(value: unknown): `forms:${string}` {
  if (typeof value === "number") return "forms:problem.numberTooLarge";
  return typeof value === "string" ? "forms:tooLong" : "forms:problem.tooMany";
}

/** Returns the message key for a validation issue. */
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

/** Returns the issues of the closest union member, the one with the fewest; other issues unchanged. */
function closest(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const [nearest = []] = issue.errors.toSorted((a, b) => a.length - b.length);
  return nearest.flatMap((inner) => closest({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Validates a value, and adds the first problem of each field. Returns the parsed value; null if it is invalid. */
function parse<T>(problems: Problems, schema: z.ZodMiniType<T>, value: unknown, below: string) {
  const parsed = schema.safeParse(value);
  for (const issue of (parsed.error?.issues ?? []).flatMap(closest)) {
    const place = [below, ...issue.path].filter((part) => part !== "").join(".");
    problems[place] ??= messageOf(issue, value);
  }
  return parsed.success ? parsed.data : null;
}

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Returns the file names of the stored pictures that a text shows. */
function picturesIn(markdown: string): string[] {
  if (!markdown.includes("![")) return [];
  const found: string[] = [];
  visit(parser.parse(markdown), (node) => {
    if (node.type === "image" || node.type === "definition") found.push(node.url);
  });
  return found.filter((address) => imageFile.test(address) && !/[/:]/.test(address));
}

/** Returns the message key for an invalid set-up or a missing picture in a text; null if there is neither. */
function textProblem(body: string, shown: string[], files: Files): `forms:${string}` | null {
  try {
    requireCourses("", body);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return "forms:course";
  }
  return shown.every((name) => Object.hasOwn(files, name)) ? null : "forms:pictureGone";
}

/** Adds the problems of a video's files. Without a video, only that is reported, not the fields derived from it. */
function addVideoProblems(problems: Problems, { metadata }: Draft, files: Files): void {
  for (const field of ["source", "poster"]) {
    const name = metadata[field];
    if (typeof name === "string" && !Object.hasOwn(files, name))
      problems[field] ??= "forms:invalid";
  }
  if (!problems["source"]) return;
  for (const place of ["poster", "durationSeconds", "framesPerSecond"]) delete problems[place];
  problems["source"] = "forms:problem.video";
}

/** What is checked of a cover beside the rules of fields: its file, and its words in the languages of the portal. */
const coverSchema = z.object({ picture: z.string(), alt: z.record(z.string(), z.unknown()) });

/** A working copy with what it is checked against. */
export type DraftTask = EntryKey & {
  draft: Draft;
  /** All files that it has. */
  files: Files;
  /** Ids of all tags. */
  tagIds: readonly string[];
  /** Languages of texts that take too long to be rendered. */
  tooComplex: readonly Language[];
  /** Languages of the portal: texts in others stay as far as they are complete, and prevent nothing. */
  portalLanguages: readonly Language[];
  /** Texts that readers have in other languages: they stay unless the working copy has complete ones. */
  kept: readonly { language: Language; body: string }[];
};

/** The problems that prevent publishing a working copy, or else its rows, with `publishedAt` still null. */
export type CheckedDraft = { problems: Problems; entry: NewEntry | null };

/**
 * Checks a working copy against the rules of its kind. Large ones are checked in a worker thread: a thousand sessions
 * with set-ups take a second.
 */
export default function checkDraft({
  kind,
  slug,
  draft,
  files,
  tagIds,
  tooComplex,
  portalLanguages,
  kept,
}: DraftTask): CheckedDraft {
  const { entrySchema, frontSchema } = kindRules[kind];
  const problems: Problems = {};
  const metadata = parse(problems, entrySchema, { publishedAt: null, ...draft.metadata }, "");
  const { tags, source, poster } = draft.metadata;
  if (Array.isArray(tags) && tags.some((tag) => !tagIds.includes(String(tag)))) {
    problems["tags"] ??= "forms:invalid";
  }
  if (kind === "videos") addVideoProblems(problems, draft, files);
  const lead = leadLanguage(portalLanguages);
  if (!draft.texts[lead]) problems[`${lead}.title`] = "forms:required";
  if (problems["cover.alt"]) {
    delete problems["cover.alt"];
    problems[`cover.alt.${lead}`] = "forms:problem.coverAlt"; // where there is a field
  }
  const shown = new Set<string>();
  const cover = coverSchema.safeParse(draft.metadata["cover"]).data;
  if (cover) shown.add(cover.picture);
  if (metadata?.cover && !Object.hasOwn(files, metadata.cover.picture)) {
    problems["cover"] ??= "forms:problem.coverGone";
  }
  const texts = textsOf(draft).flatMap(([language, text]) => {
    const place = `${language}.body`;
    const found: Problems = portalLanguages.includes(language) ? problems : {};
    if (cover && !cover.alt[language]) found[`cover.alt.${language}`] ??= "forms:problem.coverAlt";
    const front = parse(found, frontSchema, text.front, language);
    const body = parse(found, bodySchema, text.body, place);
    if (body === null) return [];
    if (tooComplex.includes(language)) {
      found[place] ??= "forms:tooComplex";
      return [];
    }
    const pictures = picturesIn(text.body);
    for (const name of pictures) shown.add(name);
    const wrong = textProblem(text.body, pictures, files);
    if (wrong) found[place] ??= wrong;
    return front && found[place] === undefined ? [{ language, front, body }] : [];
  });
  for (const { language, body } of kept) {
    if (texts.some((text) => text.language === language)) continue;
    for (const name of picturesIn(body)) shown.add(name);
  }
  if (!metadata || Object.keys(problems).length > 0) return { problems, entry: null };
  const named = new Set([source, poster, ...captionsOf(draft, slug)]);
  const used = Object.entries(files).filter(([name]) =>
    isTextImage(name) ? shown.has(name) : named.has(name),
  );
  const names = used.map(([name]) => name);
  const { details, ...row } = newEntry({ path: `${kind}/${slug}`, slug, names }, metadata, texts);
  const stored = names.length > 0 ? { stored: Object.fromEntries(used) } : {};
  return { problems, entry: { ...row, publishedAt: null, details: { ...details, ...stored } } };
}
