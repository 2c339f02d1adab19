import { findText, type AddNote } from "./front-fields.ts";
import type { Place } from "./imported-entry.ts";
import { plainAlt } from "./stored-images.ts";

/** A picture above a text: its address, its description, and where the source names it. */
export type Cover = { address: string; alt: string; at: string };

/** Names of a picture above a text, as Hugo, Jekyll and Astro and their themes have them. */
export const coverFields = [
  "cover",
  "image",
  "heroImage",
  "featured_image",
  "feature_image",
  "thumbnail",
  "banner",
];

/** Returns the picture that front matter names, as an address or as an object with one; null if there is none. */
export function coverOf(front: Record<string, unknown>, place: Place): Cover | null {
  for (const field of coverFields) {
    const value = front[field];
    const fields: Record<string, unknown> =
      typeof value === "object" && value !== null ? { ...value } : { src: value };
    const address = findText(fields, "src", "image", "path", "url")?.[1];
    if (address === undefined) continue;
    return { address, alt: findText(fields, "alt")?.[1] ?? "", at: place(field) };
  }
  return null;
}

/** Returns a text with its cover as the first image, and tells that, or that the picture cannot be had. */
export async function withCover(
  body: string,
  { address, alt, at }: Cover,
  { keep, addNote }: { keep: (address: string) => Promise<string | null>; addNote: AddNote },
): Promise<string> {
  const name = await keep(address);
  if (name === null) {
    addNote(`${at}: left out: image: ${address.slice(0, 200)}`);
    return body;
  }
  if (body.includes(`](${name})`)) return body;
  addNote(`${at}: cover: became the first image of the text`);
  return `![${plainAlt(alt)}](${name})\n\n${body}`;
}
