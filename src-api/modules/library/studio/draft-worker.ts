import type * as z from "zod/mini";
import type { Draft } from "#shared/api/studio.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { requireCourses } from "#api/infra/content-folder/courses.ts";
import { bodySchema } from "#api/infra/content-folder/entry-files.ts";
import type { EntryKey, NewEntry } from "#api/modules/library/entries/write-store.ts";
import { parseImported } from "#api/modules/library/import/imported-entry.ts";
import { kindRules } from "#api/modules/library/kind-rules.ts";

/** Keys of messages by places: `en.title`. */
export type Problems = Record<string, `forms:${string}`>;

/** Returns the texts of a working copy with their languages. */
export const textsOf = ({ texts }: Draft) =>
  languages.flatMap((language) => {
    const text = texts[language];
    return text ? [[language, text] as const] : [];
  });

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
