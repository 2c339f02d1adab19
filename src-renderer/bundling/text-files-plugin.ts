import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";
import { defaultLanguage, languages, type Language } from "../../src-shared/languages.ts";
import { lateNamespaces, routeIds, routes } from "../../src-shared/routes.ts";
import { groupTexts } from "./group-texts.ts";

const folder = resolve(import.meta.dirname, "../i18n");

/** Ids of the modules that this plugin makes: a language and the namespaces in it. */
const prefix = "\0texts/";

/** Whether a module has nothing but texts. */
export const isText = (id: string): boolean =>
  id.startsWith(prefix) || /\.(json|md\?raw)$/.test(id);

const localeFile = (language: Language, namespace: string) =>
  `../../locales/${language}/${namespace}.json`;

/** Whether a language has a file yet; tests/locales.test.ts says which ones are missing. */
const isThere = (path: string) => existsSync(resolve(folder, path));

/** Returns the namespaces in groups that become one file each, the same in all languages. */
function namespaceGroups(): string[][] {
  const pages = routeIds.map((id) => routes[id].namespaces.filter((name) => name !== "brand"));
  const namespaces = [...new Set(pages.flat())].map((name) => ({
    name,
    bytes: brotliCompressSync(readFileSync(resolve(folder, localeFile(defaultLanguage, name))))
      .length,
  }));
  return [...groupTexts(namespaces, pages), ...lateNamespaces.map((name) => [name])];
}

/** Returns the loaders of a language's texts, by the path of each, as source. */
function loadersOf(language: Language): string[] {
  const brand = `../../resources/brand/${language}.json`;
  const alone = [brand, ...["common", "titles"].map((name) => localeFile(language, name))];
  const loaders = alone.filter(isThere).map((path) => `"${path}": () => import("${path}")`);
  const grouped = namespaceGroups().flatMap((names) =>
    names.flatMap((name) => {
      if (!isThere(localeFile(language, name))) return [];
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
    const files = (names ?? "")
      .split(".")
      .map((name) => ({ name, path: localeFile(language as Language, name) })) // made by `loadersOf`
      .filter(({ path }) => isThere(path));
    const exported = files.map(
      ({ name, path }) =>
        `export { default as "${name}" } from ${JSON.stringify(resolve(folder, path))};`,
    );
    return exported.join("\n");
  },
});
