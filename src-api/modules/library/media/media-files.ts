import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import type { Language } from "../../../../src-shared/languages.ts";

const base = "/api/media";

/** Returns the public address of a video's still. */
export const posterPath = (slug: string) => `${base}/posters/${slug}.webp`;

/** Returns the address of a member's file, before it is signed. */
export const mediaPath = (kind: ContentKind, slug: string, file: string) =>
  `${base}/${kind}/${slug}/${file}`;

/** Returns the name of the captions file of an entry, in the folder of its `entry.json`. */
export const captionsFile = (slug: string, language: Language) => `${slug}.${language}.vtt`;

/** What the `entry.json` of a video says of its files. */
export type MediaDetails = {
  source?: string;
  poster?: string;
  captions?: Language[];
  /** Where imported files lie: names in the media folder of DATA_DIR, by the names above. */
  stored?: Record<string, string>;
  framesPerSecond?: number;
};

/** Returns the names of an entry's files that those who may read it fetch by signed addresses. */
export const mediaFiles = ({ slug, details }: { slug: string; details: MediaDetails }): string[] =>
  details.source === undefined
    ? []
    : [details.source, ...(details.captions ?? []).map((language) => captionsFile(slug, language))];

/** The same while it is not published: the still too, which anybody may fetch once it is. */
export const reviewFiles = (entry: Parameters<typeof mediaFiles>[0]): string[] => [
  ...mediaFiles(entry),
  ...(entry.details.poster === undefined ? [] : [entry.details.poster]),
];
