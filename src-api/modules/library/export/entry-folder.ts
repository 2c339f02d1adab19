import type { MediaDetails } from "../media/media-files.ts";
import { captionsFile } from "../media/media-files.ts";
import type { StoredContent } from "./export-store.ts";

/** An entry as files of the portal's own folder format. */
export type EntryFolder = {
  /** Path below the folder: "articles/weave-entries". */
  path: string;
  /** Contents by the names of the files. */
  texts: Record<string, string>;
  /** Files of media by their names, with those in the store of media; null: from the content folder. */
  media: Record<string, string | null>;
};

/** Returns front matter: every field on one line as JSON, which is YAML. */
export const frontMatter = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join("");

function mediaOf(slug: string, details: MediaDetails): EntryFolder["media"] {
  const { source, poster, captions = [], images = [], stored = {} } = details;
  const names = [source, poster, ...captions.map((language) => captionsFile(slug, language))];
  const ofVideo = source === undefined ? [] : names.filter((name) => name !== undefined);
  const wanted = [...ofVideo, ...images];
  return Object.fromEntries(wanted.map((name) => [name, stored[name] ?? null]));
}

/** Returns the files of an entry, from which a sync or an import makes the same entry. */
export function entryFolder({ kind, slug, ...row }: StoredContent): EntryFolder {
  // captions and images are found by their names
  const { captions: _captions, images: _images, stored: _stored, ...details } = row.details;
  const metadata = {
    publishedAt: row.publishedAt?.toISOString() ?? null,
    author: row.author,
    tags: row.tags,
    motif: row.motif,
    ...(row.related.length > 0 && { related: row.related }),
    ...details,
  };
  const texts = row.texts.map(({ language, title, summary, body, details: more }) => [
    `${language}.md`,
    `---\n${frontMatter({ title, summary, ...more })}---\n\n${body}\n`,
  ]);
  return {
    path: `${kind}/${slug}`,
    texts: {
      "entry.json": `${JSON.stringify(metadata, null, 2)}\n`,
      ...(Object.fromEntries(texts) as Record<string, string>),
    },
    media: mediaOf(slug, row.details),
  };
}
