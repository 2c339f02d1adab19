import type { Draft, DraftText } from "#shared/api/studio.ts";
import { languages } from "#shared/languages.ts";

/** Returns a field as the text that is compared: a list as its lines, an object as lines `name: value`. */
function fieldText(value: unknown, indent = ""): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  const nested = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${indent}- ${fieldText(item, nested).trimStart()}`)
    : Object.entries(value).map(([name, item]) => {
        const text = fieldText(item, nested);
        return typeof item === "object"
          ? `${indent}${name}:\n${text}`
          : `${indent}${name}: ${text}`;
      });
  return lines.join("\n");
}

/** A part of a working copy by its place, as the API names it: `author`, `en.title`, `pl.body`. */
export type DraftPart = { place: string; text: string };

/** Title and summary are read first. */
const rank = (name: string) => ["title", "summary"].indexOf(name) + 1 || 3;

function textParts(language: string, { front, body }: DraftText): DraftPart[] {
  const fields = Object.entries(front).toSorted(([a], [b]) => rank(a) - rank(b));
  return [
    ...fields.map(([name, value]) => ({ place: `${language}.${name}`, text: fieldText(value) })),
    { place: `${language}.body`, text: body },
  ];
}

/** Returns the parts of a working copy: its texts, then its other fields. */
export const draftParts = ({ metadata, texts }: Draft): DraftPart[] => [
  ...languages.flatMap((language) => {
    const { [language]: text } = texts;
    return text ? textParts(language, text) : [];
  }),
  ...Object.entries(metadata).map(([name, value]) => ({ place: name, text: fieldText(value) })),
];

export type Difference = { place: string; before: string; after: string };

/** Returns the parts in which two working copies differ, in the order of the later one. */
export function differences(before: Draft, after: Draft): Difference[] {
  const old = new Map(draftParts(before).map(({ place, text }) => [place, text]));
  const present = new Map(draftParts(after).map(({ place, text }) => [place, text]));
  return [...new Set([...present.keys(), ...old.keys()])]
    .map((place) => ({ place, before: old.get(place) ?? "", after: present.get(place) ?? "" }))
    .filter((part) => part.before !== part.after);
}
