import type { ContentKind, Entry, Teaser } from "../../../../src-shared/api/library.ts";
import type { EntryDetails, TextDetails } from "../schema.ts";
import { posterPath } from "../media/paths.ts";
import type { EntryRow, TeaserRow } from "./queries.ts";

const wordsPerMinute = 200;

type Kept = { kind: ContentKind; slug: string; details: EntryDetails };
type Told = { words: number; details: TextDetails };

/** Minutes that the sessions of an average week take. */
function minutesOfWeek({ weeks = [] }: TextDetails): number {
  const all = weeks
    .flatMap(({ sessions }) => sessions)
    .reduce((sum, { minutes }) => sum + minutes, 0);
  return Math.round(all / Math.max(1, weeks.length));
}

function minutesOf({ kind, details }: Kept, text: Told): number {
  const { prepMinutes = 0, cookMinutes = 0, durationSeconds = 0 } = details;
  const minutes: Record<ContentKind, number> = {
    articles: Math.ceil(text.words / wordsPerMinute),
    blog: Math.ceil(text.words / wordsPerMinute),
    recipes: prepMinutes + cookMinutes,
    protocols: minutesOfWeek(text.details),
    videos: Math.ceil(durationSeconds / 60),
  };
  return Math.max(1, minutes[kind]);
}

/** The taste of a protocol that anybody may see: the first week without its descriptions. */
function presentProtocol({ level = "beginner" }: EntryDetails, { weeks = [] }: TextDetails) {
  const [first = { title: "", sessions: [] }] = weeks;
  const sessions = first.sessions.map(({ title, minutes }) => ({ title, minutes }));
  return { level, weeks: weeks.length, firstWeek: { title: first.title, sessions } };
}

function presentKind(entry: Kept, text: Told): Pick<Teaser, "recipe" | "protocol" | "video"> {
  const { prepMinutes = 0, cookMinutes = 0, servings = 1, durationSeconds = 0 } = entry.details;
  if (entry.kind === "recipes") return { recipe: { prepMinutes, cookMinutes, servings } };
  if (entry.kind === "protocols") return { protocol: presentProtocol(entry.details, text.details) };
  if (entry.kind === "videos")
    return { video: { durationSeconds, poster: posterPath(entry.slug) } };
  return {};
}

/** A row as a teaser: never anything of its body. */
export function presentTeaser(row: TeaserRow, tagNames: Map<string, string>): Teaser {
  const { entry, text } = row;
  return {
    kind: entry.kind,
    slug: entry.slug,
    title: text.title,
    summary: text.summary,
    author: entry.author,
    publishedAt: entry.publishedAt.toISOString(),
    tags: entry.tags.map((id) => ({ id, name: tagNames.get(id) ?? id })),
    motif: entry.motif,
    language: text.language,
    minutes: minutesOf(entry, text),
    ...presentKind(entry, text),
  };
}

/** A row as a whole entry, for members; `media` are the signed addresses of a video. */
export function presentEntry(
  row: EntryRow,
  tagNames: Map<string, string>,
  media: Entry["media"] | null,
): Entry {
  const teaser = presentTeaser(row, tagNames);
  return { ...teaser, body: row.body, ...row.text.details, ...(media && { media }) };
}
