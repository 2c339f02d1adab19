import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ContentKind } from "#shared/content-kinds.ts";
import { languages, type Language } from "#shared/languages.ts";

const base = "/api/media";

/** Returns the public address of a video's still. */
export const posterPath = (slug: string) => `${base}/posters/${slug}.webp`;

/** Returns the address of a member's file, before it is signed. */
export const mediaPath = (kind: ContentKind, slug: string, file: string) =>
  `${base}/${kind}/${slug}/${file}`;

/** Returns the name of the captions file of an entry, in the folder of its `entry.json`. */
export const captionsFile = (slug: string, language: Language) => `${slug}.${language}.vtt`;

/** Returns the name under which captions may be there as SRT. */
const srtOf = (name: string) => name.replace(/\.vtt$/, ".srt");

/** Returns the file that a name of an entry stands for among those of its folder: captions may be SRT. */
export const fileNamed = (name: string, names: readonly string[]): string =>
  names.includes(name) || !names.includes(srtOf(name)) ? name : srtOf(name);

/** Returns the path of the file in an entry's folder that a name of the entry stands for. */
export async function pathInFolder(folder: string, name: string): Promise<string> {
  if (srtOf(name) === name) return join(folder, name);
  return join(folder, fileNamed(name, await readdir(folder).catch(() => [])));
}

/** Returns whether the folder of an entry has captions in a language. */
export const hasCaptions = (slug: string, language: Language, names: readonly string[]): boolean =>
  names.includes(fileNamed(captionsFile(slug, language), names));

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

/** Returns the content type of a file of media by the end of its name. */
export const mediaType = (name: string): string =>
  mediaTypes[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";

/** What the `entry.json` of a video says of its files. */
export type MediaDetails = {
  source?: string;
  poster?: string;
  captions?: Language[];
  /** Names of files in the storage of media, by the names above. Others are in the content folder. */
  stored?: Record<string, string>;
  framesPerSecond?: number;
  images?: string[];
};

/** The names of files that may be images of texts. */
export const imageFile = /\.(jpe?g|png|webp|gif)$/i;

/** Returns whether a file beside the texts is one of their images: its name ends with its size in px. */
export const isTextImage = (name: string): boolean => /-[1-9]\d*x[1-9]\d*\.webp$/.test(name);

/** Returns the names of an entry's files that those who may read it fetch by signed addresses. */
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

/** The same while it is not published: the still too, which anybody may fetch once it is. */
export const reviewFiles = (entry: Parameters<typeof mediaFiles>[0]): string[] => [
  ...mediaFiles(entry),
  ...(entry.details.poster === undefined ? [] : [entry.details.poster]),
];

/** Returns the names of an entry with these fields whose files are beside its `entry.json`: of its video and images. */
export function namedFiles(
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
