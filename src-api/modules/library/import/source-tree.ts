import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { defaultLanguage, type Language, languages } from "#shared/languages.ts";
import { metadata } from "#api/infra/content-folder/entry-files.ts";
import { authorsPart } from "#api/modules/library/authors.ts";
import * as z from "zod/mini";
import { takeFrontMatter } from "#api/infra/content-folder/front-matter.ts";
import { draftField } from "./publication.ts";
import { parseJson, readSource } from "./read-source.ts";

/** The files of one entry. */
export type SourceGroup = {
  /** Kind that a folder in the path is named after; null if there is none. */
  kind: ContentKind | null;
  /** Name of the file or folder, without date, language and extension. */
  name: string;
  /** "2024-05-01" in the name of the file, as Jekyll writes it. */
  date: string | null;
  isDraft: boolean;
  /** Folder of an entry in the portal's own format; null for plain Markdown. */
  folder: string | null;
  texts: Partial<Record<Language, string>>;
};

/** What a folder contains, by paths below it. */
export type SourceTree = {
  groups: SourceGroup[];
  /** Folders of authors in the portal's own format. */
  authors: string[];
  /** What cannot be imported: "path:1: reason". */
  refused: string[];
  /** What is no entry: "path:1: reason". */
  leftOut: string[];
  /** Numbers of files that are no texts, by extension. */
  others: Map<string, number>;
};

const isKind = (name: string): name is ContentKind =>
  (contentKinds as readonly string[]).includes(name);
const isMarkdown = (name: string) => /\.(md|markdown)$/i.test(name);

/** Parses the name of a file: "2024-05-01-first.pl.md", "first/index.md", "first/pl.md". */
function readName(segments: string[]) {
  const file = segments.at(-1) ?? "";
  const folders = segments.slice(0, -1);
  let base = file.slice(0, -extname(file).length);
  let language: Language | null = null;
  const suffix = extname(base).slice(1).toLowerCase();
  if (isLanguage(suffix)) {
    language = suffix;
    base = base.slice(0, -suffix.length - 1);
  } else if (isLanguage(base) && folders.length > 0) {
    language = base;
    base = "index";
  }
  language ??= folders.find(isLanguage) ?? null;
  const others = folders.filter((name) => !isLanguage(name));
  if (base === "index" && others.length > 0) base = others.pop() ?? base;
  const [, date = null, rest = base] = /^_*(\d{4}-\d{2}-\d{2})-(.+)$/.exec(base) ?? [];
  return {
    key: [...others, base].join("/"),
    language: language ?? defaultLanguage,
    name: rest.replace(/^_+(?=.)/, ""),
    date,
    kind: others.findLast(isKind) ?? null,
    isDraft: folders.some(isDraftFolder) || isHiddenFile(file),
  };
}

/** A walk through a folder. */
type Walk = {
  root: string;
  tree: SourceTree;
  byKey: Map<string, SourceGroup>;
  /** True for a site of Jekyll, whose texts at its root are pages. */
  isJekyll: boolean;
};

function addText({ tree, byKey }: Walk, path: string, isDraft: boolean): void {
  const { key, language, ...named } = readName(path.split("/"));
  const group = byKey.get(key) ?? {
    ...named,
    isDraft: named.isDraft || isDraft,
    folder: null,
    texts: {},
  };
  const other = group.texts[language];
  if (other !== undefined) {
    tree.refused.push(`${path}:1: the same entry and language (${language}) as ${other}`);
    return;
  }
  group.texts[language] = path;
  if (byKey.has(key)) return;
  byKey.set(key, group);
  tree.groups.push(group);
}

function addFile(walk: Walk, path: string, { isDraft }: { isDraft: boolean }): void {
  const { tree } = walk;
  const name = path.split("/").at(-1) ?? "";
  if (/^_index\./i.test(name)) tree.leftOut.push(`${path}:1: left out: the page of a section`);
  else if (isMarkdown(name)) addText(walk, path, isDraft);
  else if (/\.mdx$/i.test(name)) {
    tree.refused.push(`${path}:1: MDX contains program code and is not imported`);
  } else {
    const extension = extname(name).toLowerCase() || name;
    tree.others.set(extension, (tree.others.get(extension) ?? 0) + 1);
  }
}

const emptyTree = (): SourceTree => ({
  groups: [],
  authors: [],
  refused: [],
  leftOut: [],
  others: new Map(),
});

export function listSingleSource(name: string): SourceTree {
  const tree = emptyTree();
  addFile({ root: "", tree, byKey: new Map(), isJekyll: false }, name, { isDraft: false });
  return tree;
}

/** Adds an entry or an author in the portal's own format. */
function addOwn(tree: SourceTree, folder: string): void {
  const segments = folder.split("/");
  if (segments[0] === authorsPart && segments.length === 2) return void tree.authors.push(folder);
  tree.groups.push({
    kind: segments.slice(0, -1).findLast(isKind) ?? null,
    name: segments.at(-1) ?? "",
    date: null,
    isDraft: false,
    folder,
    texts: {},
  });
}

/** Adds a folder within the site, unless it has no posts. */
async function addFolder(walk: Walk, path: string, isDraft: boolean): Promise<void> {
  const name = path.split("/").at(-1) ?? "";
  if (path === "announcements") {
    walk.tree.leftOut.push(`${path}:1: left out: announcements are no entries of the library`);
  } else if (skippedFolders.has(name)) {
    walk.tree.leftOut.push(`${path}:1: left out: a folder of the site's programs and templates`);
  } else await walkFolder(walk, path, isDraft);
}

async function walkFolder(walk: Walk, folder: string, isDraftAbove: boolean): Promise<void> {
  const { root, tree, isJekyll } = walk;
  const found = await readdir(join(root, folder), { withFileTypes: true });
  const names = found.map(({ name }) => name);
  if (folder !== "" && names.includes(metadata)) return addOwn(tree, folder);
  const data = await folderData(root, folder, names);
  tree.leftOut.push(...data.notes);
  const isDraft = data.isDraft || isDraftAbove;
  for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith(".") || entry.name === "tags.json") continue;
    if (entry.isSymbolicLink()) {
      tree.refused.push(`${path}:1: symbolic links are not followed`);
    } else if (entry.isDirectory()) await addFolder(walk, path, isDraft);
    else if (entry.isFile()) {
      const reason = isMarkdown(path) ? notPost(path.split("/"), isJekyll) : null;
      if (reason === null) addFile(walk, path, { isDraft });
      else tree.leftOut.push(`${path}:1: left out: ${reason}`);
    } else tree.refused.push(`${path}:1: this is not a file`);
  }
}

/** Lists the entries below a folder by path, unread. The language follows from the names of files or folders, else English. */
export async function listSources(root: string): Promise<SourceTree> {
  const tree: SourceTree = emptyTree();
  const names = await readdir(root);
  const isJekyll = names.includes("_posts") || names.includes("_config.yml");
  await walkFolder({ root, tree, byKey: new Map(), isJekyll }, "", false);
  return tree;
}

/*
 * How sites of Hugo, Jekyll, Astro and Eleventy are laid out: which folders and files have posts, and which are drafts.
 */

const isLanguage = (name: string): name is Language =>
  (languages as readonly string[]).includes(name);

/** Folders of tools, and of the site's own templates and data. */
const skippedFolders = new Set(
  "node_modules vendor themes archetypes layouts partials _includes _layouts _data _sass _site _plugins _partials _templates _components".split(
    " ",
  ),
);

/** Folders and files whose texts are not published. */
const isDraftFolder = (name: string) => /^_?(drafts?|unpublished)$/i.test(name);
const isHiddenFile = (name: string) => name.startsWith("_");

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

/** Returns why a text is no post, by its location in the site; null if it may be one. */
function notPost(segments: string[], isJekyll: boolean): string | null {
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

/** Returns the front matter that `_index.md` of Hugo or a data file of Eleventy sets for a folder; null if it cannot be read. */
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
async function folderData(
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
