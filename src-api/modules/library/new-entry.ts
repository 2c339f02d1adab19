import type { ContentKind } from "#shared/content-kinds.ts";
import { replaceCourses } from "#shared/course.ts";
import { languages } from "#shared/languages.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import type { EntryFiles, MarkdownText } from "#api/infra/content-folder/entry-files.ts";
import type * as z from "zod/mini";
import type { kindRules } from "./kind-rules.ts";
import { hasCaptions, isTextImage } from "./media/media-files.ts";
import type { EntryDetails } from "./schema.ts";
import type { NewEntry } from "./entries/write-store.ts";

type Rules = (typeof kindRules)[ContentKind];

export type EntryPlace = Pick<EntryFiles, "path" | "slug" | "names">;

/** Counts the words of a text; drawn set-ups are looked at, not read. */
const countWords = (markdown: string) =>
  replaceCourses(markdown, () => "")
    .split(/\s+/)
    .filter(Boolean).length;

/** Checks that the files exist that a video names, and finds its captions, and the images of texts. */
function completeDetails({ path, slug, names }: EntryPlace, own: EntryDetails): EntryDetails {
  const images = names.filter(isTextImage);
  const details = images.length > 0 ? { ...own, images } : own;
  if (details.source === undefined) return details;
  for (const field of ["source", "poster"] as const) {
    const name = details[field] ?? "";
    if (!names.includes(name)) {
      throw new ContentError(`${path}/entry.json: ${field}: there is no file ${path}/${name}`);
    }
  }
  const captions = languages.filter((language) => hasCaptions(slug, language, names));
  return { ...details, captions };
}

/** Returns the rows of an entry from its parsed files. Throws a ContentError if a file is missing that it names. */
export function newEntry(
  place: EntryPlace,
  metadata: z.infer<Rules["entrySchema"]>,
  texts: MarkdownText<z.infer<Rules["frontSchema"]>>[],
): NewEntry {
  const { publishedAt, author, tags, motif, related = [], ...details } = metadata;
  return {
    publishedAt: publishedAt === null ? null : new Date(publishedAt),
    author,
    tags,
    motif,
    related,
    details: completeDetails(place, details),
    texts: texts.map(({ language, front, body }) => {
      const { title, summary, ...textDetails } = front;
      return { language, title, summary, body, words: countWords(body), details: textDetails };
    }),
  };
}
