import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";
import { defaultLanguage, languages, type Language } from "../../src-shared/languages.ts";
import { routeIds, routes } from "../../src-shared/routes.ts";
import { groupTexts } from "./group-texts.ts";

const folder = resolve(import.meta.dirname, "../i18n");

/** Ids of the modules that this plugin makes: a language and the namespaces in it. */
const prefix = "\0texts/";

/** Whether a module has nothing but texts. */
export const isText = (id: string): boolean =>
  id.startsWith(prefix) || /\.(json|md\?raw)$/.test(id);

const localeFile = (language: Language, namespace: string) =>
  `../../locales/${language}/${namespace}.json`;

/** Returns the namespaces of pages in groups that become one file each, the same in all languages. */
function namespaceGroups(): string[][] {
  const pages = routeIds.map((id) => routes[id].namespaces.filter((name) => name !== "brand"));
  const namespaces = [...new Set(pages.flat())].map((name) => ({
    name,
    bytes: brotliCompressSync(readFileSync(resolve(folder, localeFile(defaultLanguage, name))))
      .length,
  }));
  return groupTexts(namespaces, pages);
}

/** Returns the loaders of a language's texts, by the path of each, as source. */
function loadersOf(language: Language): string[] {
  const brand = `../../resources/brand/${language}.json`;
  const alone = [brand, ...["common", "titles"].map((name) => localeFile(language, name))];
  // The names in English of what every page needs are part of the shell.
  const loaders = alone.map((path) => `"${path}": () => import("${path}")`);
  const grouped = namespaceGroups().flatMap((names) =>
    names.map((name) => {
      const load = `import("${prefix.slice(1)}${language}/${names.join(".")}.js")`;
      return `"${localeFile(language, name)}": () => ${load}.then((texts) => ({ default: texts["${name}"] }))`;
    }),
  );
  return [...loaders, ...grouped];
}

/** Puts namespaces that the same pages need into one file for each language. See `groupTexts`. */
export const groupedTextFiles = (): Plugin => ({
  name: "grouped-text-files",
  apply: "build",
  enforce: "pre",
  resolveId: (id) => (id.startsWith(prefix.slice(1)) ? `\0${id}` : null),
  load(id) {
    if (id.replaceAll("\\", "/").endsWith("/src-renderer/i18n/text-files.ts"))
      return `export const textFiles = {${languages.flatMap(loadersOf).join(",")}};`;
    if (!id.startsWith(prefix)) return null;
    const [language, names] = id.slice(prefix.length, -".js".length).split("/");
    const exported = (name: string) =>
      `export { default as "${name}" } from "${resolve(folder, localeFile(language as Language, name))}";`;
    return (names ?? "").split(".").map(exported).join("\n");
  },
});
