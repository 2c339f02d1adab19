import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { defaultLanguage, languageFacts, languages, type Language } from "#shared/languages.ts";
import { routeFilesName, type RouteFiles } from "#shared/route-files.ts";
import { isForVisitors, routeIds, routes, type RouteId } from "#shared/routes.ts";

const renderer = resolve(import.meta.dirname, "..");

/**
 * Modules loaded on demand that every page of the member area needs before its first screen is complete. Over HTTP/1.1
 * browsers fetch six files at a time, in the order of the hints: all requests to the API wait for the first of these.
 */
const inMemberArea = [
  "api-client/transport.ts",
  "app/layouts/member/member-chrome.tsx",
  "components/cover-art/drawing/drawings.ts",
];

const isOfMemberArea = (id: RouteId) =>
  ["user", "member", "reviewer", "admin"].includes(routes[id].access);

/** Returns the module of each page, as `app/pages.ts` imports them. */
function pageModules(): ReadonlyMap<string, string> {
  const source = readFileSync(resolve(renderer, "app/pages.ts"), "utf8");
  const imports = source.matchAll(/^ {2}(\w+): \(\) => import\("([^"]+)"\),$/gm);
  return new Map(
    [...imports].map(([, id = "", path = ""]) => [
      id,
      path.startsWith("#renderer/")
        ? resolve(renderer, path.slice("#renderer/".length))
        : resolve(renderer, "app", path),
    ]),
  );
}

/** Returns a module of each file of texts that a page needs, by any of its namespaces. */
const textsOf = (id: RouteId, language: Language): string[] => {
  const { isComplete } = languageFacts[language];
  const files = ["common", ...(isForVisitors(id) ? [] : ["account"])].map((namespace) =>
    resolve(renderer, `../locales/${language}/${namespace}.json`),
  );
  return isComplete ? files : [...files.filter(existsSync), ...textsOf(id, defaultLanguage)];
};

/** Finds the built files of modules. */
class BuiltFiles {
  readonly #chunks = new Map<string, Rolldown.OutputChunk>();
  readonly #chunkOf = new Map<string, Rolldown.OutputChunk>();

  constructor(bundle: Rolldown.OutputBundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      this.#chunks.set(file.fileName, file);
      for (const id of file.moduleIds) this.#chunkOf.set(id.replaceAll("\\", "/"), file);
    }
  }

  #add(file: Rolldown.OutputChunk, into: Set<string>): void {
    if (file.isEntry || into.has(file.fileName)) return;
    into.add(file.fileName);
    for (const name of file.imports) {
      const imported = this.#chunks.get(name);
      if (imported) this.#add(imported, into);
    }
  }

  /** Returns the paths of the files that contain modules, with all that these import. */
  with(modules: readonly string[]): string[] {
    const files = new Set<string>();
    for (const id of modules) {
      const file = this.#chunkOf.get(id.replaceAll("\\", "/"));
      if (!file) throw new Error(`No built file contains ${id}: see route-files-plugin.ts.`);
      this.#add(file, files);
    }
    return [...files].map((file) => `/${file}`);
  }
}

function filesOf(bundle: Rolldown.OutputBundle): RouteFiles {
  const built = new BuiltFiles(bundle);
  const pages = pageModules();
  const filesIn = (id: RouteId, language: Language) => {
    const code = (isOfMemberArea(id) ? inMemberArea : []).map((path) => resolve(renderer, path));
    const page = pages.get(id) ?? `the page of ${id}`;
    return built.with([...code, ...textsOf(id, language), page]);
  };
  return {
    routes: Object.fromEntries(
      routeIds.map((id) => [
        id,
        Object.fromEntries(languages.map((language) => [language, filesIn(id, language)])),
      ]),
    ),
  };
}

/** Writes down which files a route needs: the API names them in the HTML (src-api/modules/pages/route-files.ts). */
export const writeRouteFiles = (): Plugin => ({
  name: "write-route-files",
  apply: "build",
  generateBundle(_, bundle) {
    this.emitFile({
      type: "asset",
      fileName: routeFilesName,
      source: JSON.stringify(filesOf(bundle)),
    });
  },
});
