import { createHash } from "node:crypto";

/** Returns the ETag of a text; weak, since the text may be sent compressed. */
export const entityTag = (text: string): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Returns whether a caller who sent this `If-None-Match` has the version with this ETag. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(/,\s*/).includes(etag) ?? false;
