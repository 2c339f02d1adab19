import type { ContentKind } from "../../../../src-shared/api/library.ts";

const base = "/api/media";

/** The public address of a video's still. */
export const posterPath = (slug: string) => `${base}/posters/${slug}.webp`;

/** The address of a member's file, before it is signed. */
export const mediaPath = (kind: ContentKind, slug: string, file: string) =>
  `${base}/${kind}/${slug}/${file}`;
