import type { Draft } from "#shared/api/studio.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages } from "#shared/languages.ts";
import { limitedThread } from "#api/infra/markdown/limited-thread.ts";
import { isRenderable } from "#api/infra/markdown/render-markdown.ts";
import type { EntryKey, NewEntry } from "#api/modules/library/entries/write-store.ts";
import { fieldsOf } from "#api/modules/library/export/entry-folder.ts";
import type { StoredContent } from "#api/modules/library/export/export-store.ts";
import { imagesIn } from "#api/modules/library/import/conversion/convert-text.ts";
import { imageFile } from "#api/modules/library/import/entry-images.ts";
import { captionsFile, isTextImage } from "#api/modules/library/media/media-files.ts";
import checkDraft, {
  textsOf,
  type DraftAnswer,
  type DraftTask,
  type Problems,
} from "./draft-worker.ts";

/** Names in the storage of media, by names beside the texts. */
export type Files = Record<string, string>;

/** An entry while it is written, with its files. */
export type Working = { draft: Draft; files: Files };

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
  const clean = (text: string) => text.replaceAll("\0", "").toWellFormed();
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === "string") return clean(one);
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, field]) => [clean(name), field]));
  });
  return JSON.parse(text) as T; // the same value but for these characters
}

const inThread = limitedThread<NewEntry | Problems>(new URL("draft-worker.ts", import.meta.url));

/** Characters of a working copy that is checked in a moment. Most are shorter. */
const short = 20_000;

async function check<Task extends DraftTask>(task: Task): Promise<DraftAnswer<Task>> {
  const { metadata, texts } = task.draft;
  const isShort = JSON.stringify([metadata, texts]).length <= short;
  const answer = isShort ? checkDraft(task) : await inThread(task);
  return answer as DraftAnswer<Task>; // that is what such a task is answered with
}

/** Returns the names of the pictures beside a text that it shows. Rejects with a ContentError for a text that takes too long. */
async function picturesIn(body: string): Promise<string[]> {
  const found = await imagesIn("", { format: "markdown", text: body });
  return [...found].filter((address) => imageFile.test(address) && !/[/:]/.test(address));
}

/** Returns what is wrong about the Markdown of a text; null if it is right. */
async function markdownProblem(body: string, files: Files): Promise<`forms:${string}` | null> {
  if (!(await isRenderable(body))) return "forms:tooComplex";
  const shown = await picturesIn(body);
  return shown.every((name) => Object.hasOwn(files, name)) ? null : "forms:pictureGone";
}

/** What a working copy is checked against. */
type Setting = EntryKey & {
  /** Ids of all tags. */
  tagIds: readonly string[];
};

/** Leaves out what the file of a video brings while there is none: it is one thing that is missing. */
function nameMissingVideoOnce(problems: Problems): void {
  if (!problems["source"]) return;
  for (const place of ["poster", "durationSeconds", "framesPerSecond"]) delete problems[place];
  problems["source"] = "forms:problem.video";
}

/** Returns what keeps a working copy from being published; empty if nothing does. */
export async function problemsOf({ draft, files }: Working, { kind, tagIds }: Setting) {
  const problems = await check({ wanted: "problems", kind, draft });
  const { tags } = draft.metadata;
  if (Array.isArray(tags) && tags.some((tag) => !tagIds.includes(tag as string))) {
    problems["tags"] ??= "forms:invalid";
  }
  for (const [language, { body }] of textsOf(draft)) {
    const place = `${language}.body`;
    const wrong = problems[place] ?? (await markdownProblem(body, files));
    if (wrong) problems[place] = wrong;
  }
  for (const field of kind === "videos" ? ["source", "poster"] : []) {
    const name = draft.metadata[field];
    if (typeof name === "string" && !Object.hasOwn(files, name))
      problems[field] ??= "forms:invalid";
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
  const files = await usedFiles(working, slug);
  return check({ wanted: "rows", kind, slug, draft: working.draft, files, publishedAt });
}
