import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { splitFrontMatter } from "#api/infra/content-folder/front-matter.ts";
import { isLanguage, languages, type Language } from "#shared/languages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = (file: string) => readFileSync(join(root, file), "utf8");

/** A text that people read, and where to find it. `isProduct`: the product itself speaks. */
export type ProductText = { place: string; language: Language; isProduct: boolean; text: string };

/** Returns every text inside a value by its dotted key. */
function leaves(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === "string") return [[key, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${key}.${name}`));
}

/** Returns a Markdown text without what nobody sees: code, addresses, table rules and padding. */
const visible = (markdown: string): string =>
  markdown
    .replaceAll(/`[^`]*`/g, "")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/^\|[\s|:-]+\|$/gm, "")
    .replaceAll(/^\|.*\|$/gm, (row) => row.replaceAll(/ {2,}/g, " "));

/** Returns the texts of a file of one language: JSON, Markdown with front matter, or captions. */
function textsOf(file: string): [key: string, text: string][] {
  if (file.endsWith(".json")) return leaves(JSON.parse(source(file)), file);
  if (file.endsWith(".vtt")) return [[file, source(file).replaceAll(/^.*-->.*$/gm, "")]];
  const { fields, body } = splitFrontMatter(file, source(file));
  const lines = visible(body).split("\n");
  return [
    ...leaves(fields, `${file} front matter`),
    ...lines.map((line, at): [string, string] => [`${file}, line ${at + 1} of the text`, line]),
  ];
}

/** Removes placeholders, and the attribute-like parts of tags such as `<terms>`. */
const withoutPlaceholders = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, "…");

const filesOf = (language: Language) =>
  globSync(
    [
      `locales/${language}/*.json`,
      `resources/brand/${language}.json`,
      `resources/brand/legal/*.${language}.md`,
      `resources/content/*/*/${language}.md`,
      `resources/content/*/*/*.${language}.vtt`,
    ],
    { cwd: root },
  );

/** Files whose texts stand beside their translations. */
const mixed = ["resources/brand/catalogue.json", "resources/content/tags.json"];

const isDemoLibrary = (file: string) =>
  file.startsWith("resources/content/") && !file.includes("/announcements/");

/** Returns all texts of the product in all languages. */
export function productTexts(): ProductText[] {
  const separate = languages.flatMap((language) =>
    filesOf(language).flatMap((file) =>
      textsOf(file).map(([place, text]) => ({
        place,
        language,
        isProduct: !isDemoLibrary(file),
        text: withoutPlaceholders(text),
      })),
    ),
  );
  const beside = mixed.flatMap(textsOf).flatMap(([place, text]) => {
    const language = place.split(".").at(-1);
    return isLanguage(language) ? [{ place, language, isProduct: true, text }] : [];
  });
  return [...separate, ...beside];
}
