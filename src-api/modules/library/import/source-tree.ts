import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { type Language, languages } from "#shared/languages.ts";
import { metadata } from "#api/infra/content-folder/entry-files.ts";
import { authorsPart } from "#api/modules/library/authors.ts";
import * as z from "zod/mini";
import { splitFrontMatter } from "#api/infra/content-folder/front-matter.ts";
import { draftField } from "./publication.ts";
import { parseJson, readSource } from "./read-source.ts";

/** The files of one entry. */
export type SourceGroup = {
  /** Kind of the entry, if a folder in its path is named after one; else null. */
  kind: ContentKind | null;
  /** Name of the file or folder, without date, language and extension. */
  name: string;
  /** Date that a file name begins with, as in Jekyll: "2024-05-01". */
  date: string | null;
  isDraft: boolean;
  /** Folder of an entry in the portal's own format; null for plain Markdown. */
  folder: string | null;
  texts: Partial<Record<Language, string>>;
};

/** Contents of a folder that is imported. All paths are relative to it. */
export type SourceTree = {
  groups: SourceGroup[];
  /** Author folders in the portal's own format. */
  authors: string[];
  /** Messages about files that cannot be imported: "path:1: reason". */
  refused: string[];
  /** Messages about skipped files and folders, and about folders of drafts: "path:1: reason". */
  leftOut: string[];
  /** Number of other files, such as images, by extension. */
  others: Map<string, number>;
};

const isKind = (name: string): name is ContentKind =>
  (contentKinds as readonly string[]).includes(name);
const isMarkdown = (name: string) => /\.(md|markdown)$/i.test(name);

/** Parses the segments of a path, such as "2024-05-01-first.pl.md", "first/index.md" or "first/pl.md". */
function readName(segments: string[], unlessNamed: Language) {
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
    language: language ?? unlessNamed,
    name: rest.replace(/^_+(?=.)/, ""),
    date,
    kind: others.findLast(isKind) ?? null,
    isDraft: folders.some(isDraftFolder) || isHiddenFile(file),
  };
}

/** State while walking through a folder. */
type Walk = {
  root: string;
  tree: SourceTree;
  byKey: Map<string, SourceGroup>;
  /** True for a Jekyll site, where texts in the root folder are pages, not posts. */
  isJekyll: boolean;
  /** Language of texts whose files name none. */
  language: Language;
};

function addText(
  { tree, byKey, language: unlessNamed }: Walk,
  path: string,
  isDraft: boolean,
): void {
  const { key, language, ...named } = readName(path.split("/"), unlessNamed);
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

export function listSingleSource(name: string, language: Language): SourceTree {
  const tree = emptyTree();
  const walk = { root: "", tree, byKey: new Map(), isJekyll: false, language };
  addFile(walk, name, { isDraft: false });
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

/** Adds the contents of a subfolder, or reports why it is skipped. */
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

/**
 * Lists the entries below a folder, sorted by path, without reading their texts. The language is the one in the name of
 * the file or a folder, else `language`.
 */
export async function listSources(root: string, language: Language): Promise<SourceTree> {
  const tree: SourceTree = emptyTree();
  const names = await readdir(root);
  const isJekyll = names.includes("_posts") || names.includes("_config.yml");
  await walkFolder({ root, tree, byKey: new Map(), isJekyll, language }, "", false);
  return tree;
}

/*
 * How Hugo, Jekyll, Astro and Eleventy sites are laid out: where their posts are, and which of them are drafts.
 */

const isLanguage = (name: string): name is Language =>
  (languages as readonly string[]).includes(name);

/** Folders of tools, and of the site's own templates and data. */
const skippedFolders = new Set(
  "node_modules vendor themes archetypes layouts partials _includes _layouts _data _sass _site _plugins _partials _templates _components".split(
    " ",
  ),
);

/** Folders and files whose texts are drafts. */
const isDraftFolder = (name: string) => /^_?(drafts?|unpublished)$/i.test(name);
const isHiddenFile = (name: string) => name.startsWith("_");

/** Matches files that Jekyll and GitHub know by name, such as README and LICENSE; they are not posts. */
const isAboutSource = (base: string) =>
  /^(readme|licen[cs]e|changelog|contributing|code_of_conduct|404)$/i.test(base);

/** Names of pages that sites typically have besides their posts. */
const pageNames = new Set(
  "about about-me about-us contact contact-us privacy privacy-policy terms terms-of-service terms-and-conditions imprint impressum datenschutz cookies cookie-policy legal colophon search archive archives faq support o-mnie o-nas kontakt regulamin polityka-prywatnosci".split(
    " ",
  ),
);

/** Folders with all of a site's content: files directly in them count as files at its root. */
const siteFolders = new Set(["content", "src"]);

/** Returns why a text is not a post, judging by its path; null if it may be one. */
function notPost(segments: string[], isJekyll: boolean): string | null {
  const file = segments.at(-1) ?? "";
  const base = file.slice(0, -extname(file).length);
  if (isAboutSource(base)) return "a file about the site";
  const folders = segments.slice(0, -1).filter((name) => !isLanguage(name));
  let name = base.replace(/\.[a-z]{2}(?:-[a-z]{2})?$/i, "").toLowerCase();
  const around = [...folders];
  // the folder has the page's name: "about/index.md", or "about/pl.md" in this portal's format
  if (around.length > 0 && (name === "index" || isLanguage(name))) {
    const isOfSite = around.every((one) => siteFolders.has(one.toLowerCase()));
    if (!isOfSite) name = around.pop()?.toLowerCase() ?? name;
  }
  if (/^_?pages?$/i.test(around.at(-1) ?? "")) return "a page";
  const isAtRoot = around.every((one) => siteFolders.has(one.toLowerCase()));
  if (isAtRoot && (name === "index" || pageNames.has(name))) return "a page";
  return isJekyll && folders.length === 0 ? "a page" : null;
}

/** Returns the front matter that Hugo's `_index.md` or Eleventy's data file sets for a folder; null if unreadable. */
async function folderFields(root: string, path: string): Promise<Record<string, unknown> | null> {
  try {
    const text = await readSource(root, path);
    if (path.endsWith(".json")) return parseJson(path, text, z.record(z.string(), z.unknown()));
    const { cascade } = splitFrontMatter(path, text).fields;
    const targets = z.array(z.record(z.string(), z.unknown()));
    return Object.assign({}, ...targets.parse([cascade ?? {}].flat()));
  } catch {
    return null;
  }
}

/** Returns whether data files mark a folder's texts as drafts, and messages about these marks and ignored files. */
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
