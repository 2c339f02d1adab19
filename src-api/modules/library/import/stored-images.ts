/** Stored images: the names of the files beside the entry, by the addresses in the text. */
export type StoredImages = ReadonlyMap<string, string>;

/** Returns the description of an image without what has a meaning in Markdown. */
export const plainAlt = (alt: string | null | undefined) =>
  (alt ?? "").replace(/[[\]<>\\`*_|~!]/g, "").replace(/\s+/g, " ");
