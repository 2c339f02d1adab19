import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages, type Language } from "#shared/languages.ts";

const base = "/api/media";

/** Returns the public path of a video's poster. */
export const posterPath = (slug: string) => `${base}/posters/${slug}.webp`;

/** Returns the path of an entry's media file, before it is signed. */
export const mediaPath = (kind: ContentKind, slug: string, file: string) =>
  `${base}/${kind}/${slug}/${encodeURIComponent(file)}`;

/** Returns the name of the captions file of an entry, in the folder of its `entry.json`. */
export const captionsFile = (slug: string, language: Language) => `${slug}.${language}.vtt`;

/** Returns the name of the same captions in SRT format; other names as they are. */
const srtOf = (name: string) => name.replace(/\.vtt$/, ".srt");

/** Returns the file in a folder for a name: for captions, the .srt file if there is no .vtt file. */
export const withSrtFallback = (name: string, names: readonly string[]): string =>
  names.includes(name) || !names.includes(srtOf(name)) ? name : srtOf(name);

/** Returns the path of an entry's file in its folder; for captions, that of the .srt file if there is no .vtt file. */
export async function pathInFolder(folder: string, name: string): Promise<string> {
  if (srtOf(name) === name) return join(folder, name);
  return join(folder, withSrtFallback(name, await readdir(folder).catch(() => [])));
}

/** Returns whether the folder of an entry has captions in a language. */
export const hasCaptions = (slug: string, language: Language, names: readonly string[]): boolean =>
  names.includes(withSrtFallback(captionsFile(slug, language), names));

const mediaTypes: Record<string, string> = {
  mp4: "video/mp4",
  vtt: "text/vtt; charset=utf-8",
  webm: "video/webm",
  webp: "image/webp",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  avif: "image/avif",
};

/** Returns the content type of a media file by its extension. */
export const mediaType = (name: string): string =>
  mediaTypes[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";

/** The picture that an entry has as its cover, as `entry.json` holds it. */
type StoredCover = {
  /** A file beside the texts, named as their images are. */
  picture: string;
  focus: { x: number; y: number };
  alt: Partial<Record<Language, string>>;
};

/** An entry's media files: the fields of a video's `entry.json`, and the images of texts. */
export type MediaDetails = {
  source?: string;
  poster?: string;
  captions?: Language[];
  /** Names in media storage by file name. Files that are not listed are read from the content folder. */
  stored?: Record<string, string>;
  framesPerSecond?: number;
  images?: string[];
  cover?: StoredCover | undefined;
};

/** Matches the names of image files. */
export const imageFile = /\.(jpe?g|png|webp|gif)$/i;

/** Matches the name of an image of a text, with its size in px. */
export const textImage = /^[^/]*-([1-9]\d*)x([1-9]\d*)\.webp$/;

/** Returns whether a file is an image of a text: its name ends with the size in px, as in jump-1400x700.webp. */
export const isTextImage = (name: string): boolean => textImage.test(name);

/** Returns the size in px that the name of an image says. */
export function imageSize(name: string): { width: number; height: number } {
  const [, width, height] = textImage.exec(name) ?? [];
  return { width: Number(width ?? 1), height: Number(height ?? 1) };
}

/** Returns the public address of a cover; it changes with the picture, so that it can be kept. */
export const coverAddress = (
  {
    kind,
    slug,
    details: { stored = {} },
  }: { kind: ContentKind; slug: string; details: MediaDetails },
  picture: string,
): string =>
  `${base}/covers/${kind}/${slug}/${encodeURIComponent(picture)}${versionOf(stored[picture])}`;

/** A stored file is named by its bytes; one that is only in the content folder has no version. */
const versionOf = (stored: string | undefined) => (stored ? `?v=${stored.slice(0, 16)}` : "");

/** Returns the names of the files that the readers of an entry may fetch: by signed URL unless the entry is free. */
export const mediaFiles = ({
  slug,
  details,
}: {
  slug: string;
  details: MediaDetails;
}): string[] => {
  const { source, captions = [], images = [] } = details;
  if (source === undefined) return images;
  return [source, ...captions.map((language) => captionsFile(slug, language)), ...images];
};

/** Like `mediaFiles`, for an unpublished entry: includes the poster, which is public only after publication. */
export const reviewFiles = (entry: Parameters<typeof mediaFiles>[0]): string[] => [
  ...mediaFiles(entry),
  ...(entry.details.poster === undefined ? [] : [entry.details.poster]),
];

/** Returns the media files in an entry's folder: images, and a video's source, poster and captions (always as .vtt). */
export function mediaFilesInFolder(
  slug: string,
  fields: Record<string, unknown>,
  names: readonly string[],
): string[] {
  if (fields["source"] === undefined) return names.filter(isTextImage);
  const captions = languages
    .filter((language) => hasCaptions(slug, language, names))
    .map((language) => captionsFile(slug, language));
  const wanted = new Set<unknown>([fields["source"], fields["poster"]]);
  return [...names.filter((name) => wanted.has(name) || isTextImage(name)), ...captions];
}
