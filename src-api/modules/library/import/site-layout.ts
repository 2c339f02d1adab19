import { extname } from "node:path";
import * as z from "zod/mini";
import { languages, type Language } from "#shared/languages.ts";
import { takeFrontMatter } from "#api/infra/content-folder/front-matter.ts";
import { draftField } from "./publication.ts";
import { parseJson, readSource } from "./read-source.ts";

/*
 * How sites of Hugo, Jekyll, Astro and Eleventy are laid out: which folders and files have posts, and which are drafts.
 */

export const isLanguage = (name: string): name is Language =>
  (languages as readonly string[]).includes(name);

/** Folders of tools, and of the site's own templates and data. */
export const skippedFolders = new Set(
  "node_modules vendor themes archetypes layouts partials _includes _layouts _data _sass _site _plugins _partials _templates _components".split(
    " ",
  ),
);

/** Folders and files whose texts are not published. */
export const isDraftFolder = (name: string) => /^_?(drafts?|unpublished)$/i.test(name);
export const isHiddenFile = (name: string) => name.startsWith("_");

/** Files about the source of a site, which Jekyll and GitHub know by their names. */
const isAboutSource = (base: string) =>
  /^(readme|licen[cs]e|changelog|contributing|code_of_conduct|404)$/i.test(base);

/** Pages that sites have beside their posts. */
const pageNames = new Set(
  "about about-me about-us contact contact-us privacy privacy-policy terms terms-of-service terms-and-conditions imprint impressum datenschutz cookies cookie-policy legal colophon search archive archives faq support o-mnie o-nas kontakt regulamin polityka-prywatnosci".split(
    " ",
  ),
);

/** Folders in which a site keeps all that it publishes. */
const siteFolders = new Set(["content", "src"]);

/** Returns why a text is no post, by its place in the site; null if it may be one. */
export function notPost(segments: string[], isJekyll: boolean): string | null {
  const file = segments.at(-1) ?? "";
  const base = file.slice(0, -extname(file).length);
  if (isAboutSource(base)) return "a file about the site";
  const folders = segments.slice(0, -1).filter((name) => !isLanguage(name));
  let name = base.replace(/\.[a-z]{2}(?:-[a-z]{2})?$/i, "").toLowerCase();
  const around = [...folders];
  // "about/index.md", and "about/pl.md" of this portal's own kind
  if (around.length > 0 && (name === "index" || isLanguage(name))) {
    const isOfSite = around.every((one) => siteFolders.has(one.toLowerCase()));
    if (!isOfSite) name = around.pop()?.toLowerCase() ?? name;
  }
  if (/^_?pages?$/i.test(around.at(-1) ?? "")) return "a page";
  const isAtRoot = around.every((one) => siteFolders.has(one.toLowerCase()));
  if (isAtRoot && (name === "index" || pageNames.has(name))) return "a page";
  return isJekyll && folders.length === 0 ? "a page" : null;
}

/** Returns what `_index.md` of Hugo or a data file of Eleventy says for all texts of a folder; null if it cannot be read. */
async function folderFields(root: string, path: string): Promise<Record<string, unknown> | null> {
  try {
    const text = await readSource(root, path);
    if (path.endsWith(".json")) return parseJson(path, text, z.record(z.string(), z.unknown()));
    const { cascade } = takeFrontMatter(path, text).fields;
    const targets = z.array(z.record(z.string(), z.unknown()));
    return Object.assign({}, ...targets.parse([cascade ?? {}].flat()));
  } catch {
    return null;
  }
}

/** Returns whether the texts of a folder are drafts by what its data say for all of them, and a line for each such file. */
export async function folderData(
  root: string,
  folder: string,
  names: readonly string[],
): Promise<{ isDraft: boolean; notes: string[] }> {
  const own = folder.split("/").at(-1) ?? "";
  const found = { isDraft: false, notes: [] as string[] };
  for (const name of names) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const isData = name === `${own}.json` || name === `${own}.11tydata.json`;
    if (/\.11tydata\.[cm]?js$/.test(name)) {
      found.notes.push(`${path}:1: not used: a program with data of the texts beside it`);
    } else if (isData || /^_index(\.\w+)?\.md$/i.test(name)) {
      const fields = await folderFields(root, path);
      const mark = fields && draftField(fields);
      if (fields === null) found.notes.push(`${path}:1: not used: it cannot be read`);
      else if (mark !== null) {
        found.notes.push(`${path}:1: ${mark}: the texts of this folder are drafts`);
        found.isDraft = true;
      }
    }
  }
  return found;
}
