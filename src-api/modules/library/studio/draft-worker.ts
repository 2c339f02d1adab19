import type * as z from "zod/mini";
import type { Draft } from "#shared/api/studio.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { requireCourses } from "#api/infra/content-folder/courses.ts";
import { bodySchema } from "#api/infra/content-folder/entry-files.ts";
import type { EntryKey, NewEntry } from "../entries/write-store.ts";
import { parseImported } from "../import/imported-entry.ts";
import { kindRules } from "../kind-rules.ts";

/** Keys of messages by places: `en.title`. */
export type Problems = Record<string, `forms:${string}`>;

/** Returns the texts of a working copy with their languages. */
export const textsOf = ({ texts }: Draft) =>
  languages.flatMap((language) => {
    const text = texts[language];
    return text ? [[language, text] as const] : [];
  });

/** Returns what is wrong about a value, as a message of forms. */
function messageOf({ code, path }: z.core.$ZodIssue, value: unknown): `forms:${string}` {
  const found = path.reduce<unknown>((at, name) => Object(at)[name], value);
  if (found === undefined || found === null || found === "" || code === "too_small") {
    return typeof found === "number" ? "forms:invalid" : "forms:required";
  }
  return code === "too_big" && typeof found === "string" ? "forms:tooLong" : "forms:invalid";
}

function addIssues(problems: Problems, schema: z.ZodMiniType, value: unknown, below: string): void {
  for (const issue of schema.safeParse(value).error?.issues ?? []) {
    const place = [below, ...issue.path].filter((part) => part !== "").join(".");
    problems[place] ??= messageOf(issue, value);
  }
}

function addCourseProblem(problems: Problems, place: string, body: string): void {
  if (problems[place]) return;
  try {
    requireCourses("", body);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    problems[place] = "forms:course";
  }
}

/** Returns what is wrong in the fields of a working copy, and about its texts but for their Markdown. */
function fieldProblems({ kind, draft }: { kind: ContentKind; draft: Draft }): Problems {
  const problems: Problems = {};
  const { entrySchema, frontSchema } = kindRules[kind];
  addIssues(problems, entrySchema, { publishedAt: null, ...draft.metadata }, "");
  for (const [language, { front, body }] of textsOf(draft)) {
    addIssues(problems, frontSchema, front, language);
    const place = `${language}.body`;
    addIssues(problems, bodySchema, body, place);
    addCourseProblem(problems, place, body);
  }
  return problems;
}

/** Returns the rows of a working copy without problems. Throws for others. */
function rowsOf({ kind, slug, draft, files, publishedAt }: RowsTask): NewEntry {
  return parseImported({
    kind,
    slug,
    metadata: { ...draft.metadata, publishedAt: publishedAt?.toISOString() ?? null },
    texts: textsOf(draft).map(([language, text]) => ({ language, ...text })),
    tags: {},
    files,
  });
}

type RowsTask = EntryKey & {
  draft: Draft;
  files: Record<string, string>;
  publishedAt: Date | null;
};

/** What is asked about a working copy: what is wrong in it, or the rows that it becomes. */
export type DraftTask =
  | { wanted: "problems"; kind: ContentKind; draft: Draft }
  | (RowsTask & { wanted: "rows" });
export type DraftAnswer<Task extends DraftTask> = Task extends { wanted: "rows" }
  ? NewEntry
  : Problems;

/** Checks a working copy. A large one in a thread: a thousand sessions with set-ups take a second. */
export default function checkDraft(task: DraftTask): NewEntry | Problems {
  return task.wanted === "rows" ? rowsOf(task) : fieldProblems(task);
}
