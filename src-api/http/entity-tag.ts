import { createHash } from "node:crypto";

/** Returns the ETag of a content; weak, since a text may be sent compressed. */
export const entityTag = (text: string | Buffer): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Returns whether a caller who sent this `If-None-Match` has the version with this ETag. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(/,\s*/).includes(etag) ?? false;
