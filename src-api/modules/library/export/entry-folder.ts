import type { MediaDetails } from "#api/modules/library/media/media-files.ts";
import { captionsFile } from "#api/modules/library/media/media-files.ts";
import type { StoredContent } from "./export-store.ts";

export type EntryFolder = {
  /** Path below the folder: "articles/weave-entries". */
  path: string;
  texts: Record<string, string>;
  /** Files of media by their names, with those in the store of media; null: from the content folder. */
  media: Record<string, string | null>;
};

/** Returns front matter: every field on one line as JSON, which is YAML. */
export const frontMatter = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join("");

/** Returns the files of media of an entry, with their names in the store; null: in the content folder only. */
export function mediaOf(slug: string, details: MediaDetails): EntryFolder["media"] {
  const { source, poster, captions = [], images = [], stored = {} } = details;
  const names = [source, poster, ...captions.map((language) => captionsFile(slug, language))];
  const ofVideo = source === undefined ? [] : names.filter((name) => name !== undefined);
  const wanted = [...ofVideo, ...images];
  return Object.fromEntries(wanted.map((name) => [name, stored[name] ?? null]));
}

/** Returns what the files of an entry hold: the fields of `entry.json` but for the time of publication, and the texts. */
export function fieldsOf(row: Omit<StoredContent, "publishedAt">) {
  // captions and images are found by their names
  const { captions: _captions, images: _images, stored: _stored, ...details } = row.details;
  const metadata: Record<string, unknown> = {
    author: row.author,
    tags: row.tags,
    motif: row.motif,
    ...(row.related.length > 0 && { related: row.related }),
    ...details,
  };
  const texts = row.texts.map(({ language, title, summary, body, details: more }) => ({
    language,
    front: { title, summary, ...more } as Record<string, unknown>,
    body,
  }));
  return { metadata, texts };
}

/** Returns the files of an entry, from which a sync or an import makes the same entry. */
export function entryFolder(row: StoredContent): EntryFolder {
  const { metadata, texts } = fieldsOf(row);
  const dated = { publishedAt: row.publishedAt?.toISOString() ?? null, ...metadata };
  const files = texts.map(({ language, front, body }) => [
    `${language}.md`,
    `---\n${frontMatter(front)}---\n\n${body}\n`,
  ]);
  return {
    path: `${row.kind}/${row.slug}`,
    texts: {
      "entry.json": `${JSON.stringify(dated, null, 2)}\n`,
      ...(Object.fromEntries(files) as Record<string, string>),
    },
    media: mediaOf(row.slug, row.details),
  };
}
