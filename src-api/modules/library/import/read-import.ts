import { lstat, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { isMissing, metadata } from "#api/infra/content-folder/entry-files.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import { tagsSchema } from "#api/modules/library/library-sync.ts";
import { readFolderEntry } from "./folder-entry.ts";
import { readSiteAddresses } from "./former-addresses.ts";
import type { AddNote } from "./front-fields.ts";
import { authorsOf } from "./ghost-fields.ts";
import { readGhostExport } from "./ghost-export.ts";
import { ghostTargets, readGhostPost } from "./ghost-post.ts";
import { type ImportedAuthor, readAuthors } from "./read-authors.ts";
import { parseImported } from "./imported-entry.ts";
import { ImportLinks, type LinkTarget } from "./import-links.ts";
import {
  linkTargetOf,
  readMarkdownEntry,
  type Defaults,
  type ReadEntry,
} from "./markdown-entry.ts";
import { parseJson, readSource } from "./read-source.ts";
import { listSingleSource, listSources, type SourceGroup, type SourceTree } from "./source-tree.ts";

/** One entry of a source: what was read of it (null if it cannot be used), and the report about it. */
export type ImportItem = {
  /** Name of its first file, or of the post. */
  path: string;
  read: ReadEntry | null;
  notes: string[];
  /** Why it is not imported; null if it is, or if it is no entry. */
  refusal: string | null;
};

export type ImportSource = {
  total: number;
  items: AsyncIterable<ImportItem>;
  authors: ImportedAuthor[];
  links: ImportLinks;
  /** The report about what is no entry. */
  notes: string[];
  refusals: string[];
};

/** Items that are read ahead, so that the processor does not wait for files. */
const readAhead = 16;

type Read = (addNote: AddNote) => Promise<ReadEntry | null> | ReadEntry | null;

const refusedItem = (path: string, refusal: string): ImportItem => ({
  path,
  read: null,
  notes: [],
  refusal,
});

/** Reads an item and checks it by the rules of its kind. */
async function readItem(path: string, read: Read): Promise<ImportItem> {
  const notes: string[] = [];
  try {
    const found = await read((line) => void notes.push(line));
    if (found) parseImported(found.entry, found.locations);
    return { path, read: found, notes, refusal: null };
  } catch (error) {
    // Whatever one file does to a parser, the others are imported.
    return refusedItem(
      path,
      error instanceof ContentError ? error.message : `${path}:1: ${String(error)}`,
    );
  }
}

/** Reads items in their order, some of them ahead. Refuses the second one of an entry. */
async function* readItems<Source>(
  sources: readonly Source[],
  read: (source: Source) => Promise<ImportItem>,
): AsyncGenerator<ImportItem> {
  const seen = new Map<string, string>();
  const ahead: Promise<ImportItem>[] = [];
  for (const [at] of sources.entries()) {
    for (const source of sources.slice(at + ahead.length, at + readAhead)) ahead.push(read(source));
    const item = await ahead.shift();
    if (!item) return;
    const { path, read: found } = item;
    const key = found && `${found.entry.kind}/${found.entry.slug}`;
    const other = key === null ? undefined : seen.get(key);
    if (key !== null && other === undefined) seen.set(key, path);
    yield other === undefined
      ? item
      : refusedItem(path, `${path}:1: ${other} has the same slug: ${key}`);
  }
}

const readGroups = (
  root: string,
  groups: SourceGroup[],
  { known, defaults }: { known: Record<string, Localised>; defaults: Defaults },
) =>
  readItems(groups, (group) => {
    const { folder } = group;
    const [path = group.name] = Object.values(group.texts);
    return readItem(folder ?? path, (addNote) =>
      folder === null
        ? readMarkdownEntry(root, group, defaults, addNote)
        : readFolderEntry(root, { ...group, folder }, { known, defaults, addNote }),
    );
  });

const describeOthers = ({ others }: SourceTree): string[] => {
  const counts = [...others]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, count]) => `${count} ${name}`);
  return counts.length > 0 ? [`Left out, as they are no texts: ${counts.join(", ")}.`] : [];
};

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

/** The texts of an entry in the portal's own format are nothing without its `entry.json` and its kind. */
async function refuseSingleEntry(path: string, folder: string): Promise<void> {
  if (!(await exists(join(folder, metadata)))) return;
  throw new ContentError(
    `${path}: this is a single entry: name the folder that contains its kind's folder`,
  );
}

async function readTags(root: string): Promise<Record<string, Localised>> {
  const name = "tags.json";
  if (!(await exists(join(root, name)))) return {};
  return parseJson(name, await readSource(root, name), tagsSchema);
}

/** What an import assumes; `sites` are addresses of the site that the texts come from. */
export type ImportDefaults = Omit<Defaults, "links" | "site"> & { sites: string[] };

/** Files in which programs for sites keep the address of the site. */
const siteFiles =
  "_config.yml _config.yaml hugo.toml hugo.yaml hugo.yml config.toml config.yaml config.yml astro.config.mjs astro.config.ts".split(
    " ",
  );
const siteField = /^\s*["']?(?:baseURL|url|site)["']?\s*[:=]\s*["']?(https?:\/\/[^"'\s,]+)/im;

/** Returns the settings files of the site: contents by name, "" for a missing file. */
async function readSiteFiles(root: string): Promise<Map<string, string>> {
  const texts = siteFiles.map(async (name): Promise<[string, string]> => [
    name,
    await readSource(root, name).catch(() => ""),
  ]);
  return new Map(await Promise.all(texts));
}

/** Returns the addresses of the site in its own settings. */
const sitesIn = (files: ReadonlyMap<string, string>): string[] =>
  [...files.values()].flatMap((text) => siteField.exec(text)?.[1] ?? []);

/** Returns the entries of a folder that links may lead to; those that cannot be read are refused elsewhere. */
async function linkTargets(
  root: string,
  groups: SourceGroup[],
  { kind, language }: ImportDefaults,
) {
  const targets: LinkTarget[] = [];
  for (const group of groups) {
    const { folder, name: slug, kind: own } = group;
    if (folder === null) {
      const target = await linkTargetOf(root, group, { kind, language }).catch(() => null);
      if (target) targets.push(target);
    } else targets.push({ kind: own ?? kind, slug, names: [folder] });
  }
  return targets;
}

async function openFolder(root: string, given: ImportDefaults): Promise<ImportSource> {
  await refuseSingleEntry(root, root);
  const tree = await listSources(root, given.language);
  const ghost = await ghostExportIn(root, tree.groups);
  if (ghost !== null) return openFile(ghost, given, root);
  const refusals = [...tree.refused];
  const known = await readTags(root).catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error;
    refusals.push(error.message);
    return {};
  });
  const { groups, leftOut } = tree;
  const notes = [...leftOut, ...describeOthers(tree)];
  const addNote: AddNote = (line) => void notes.push(line);
  const files = await readSiteFiles(root);
  const sites = [...given.sites, ...sitesIn(files)];
  const links = new ImportLinks(() => linkTargets(root, groups, given), sites);
  const defaults = { ...given, links, site: readSiteAddresses(files) };
  const authors = await readAuthors(root, tree.authors, { refusals, addNote });
  const items = readGroups(root, groups, { known, defaults });
  return { total: groups.length, items, authors, notes, refusals, links };
}

/** @param root folder beside which the images of an export lie, if not its own */
async function openFile(
  path: string,
  given: ImportDefaults,
  root = dirname(path),
): Promise<ImportSource> {
  const name = basename(path);
  if (!/\.json$/i.test(path)) {
    const { groups, refused } = listSingleSource(name, given.language);
    if (groups.length + refused.length === 0) {
      throw new ContentError(`${path}: neither a folder, a Markdown file nor an export of Ghost`);
    }
    await refuseSingleEntry(path, dirname(path));
    const links = new ImportLinks(() => linkTargets(dirname(path), groups, given), given.sites);
    const defaults = { ...given, links, site: readSiteAddresses(new Map()) };
    const items = readGroups(dirname(path), groups, { known: {}, defaults });
    return { total: groups.length, items, authors: [], notes: [], refusals: refused, links };
  }
  const ghost = { ...(await readGhostExport(path, name)), folder: root };
  const links = new ImportLinks(async () => ghostTargets(ghost, given.kind), given.sites);
  const defaults = { ...given, links, site: readSiteAddresses(new Map()) };
  const items = readItems(ghost.posts, (post) =>
    readItem(`${name}: ${post.name}`, (addNote) =>
      readGhostPost(ghost, post, { defaults, addNote }),
    ),
  );
  const { notes, ...others } = await authorsOf(ghost.users, {
    path: name,
    language: given.language,
  });
  return { total: ghost.posts.length, items, links, ...others, notes: [...ghost.notes, ...notes] };
}

/** Most JSON files of a folder that are looked into. */
const maxLookedInto = 50;

/**
 * Returns the export of Ghost in a folder, as its backups and archives have it (`data/*.json` beside `content/images`); null if there is
 * none. Rejects with a ContentError where there are several.
 */
async function ghostExportIn(root: string, groups: readonly SourceGroup[]): Promise<string | null> {
  if (groups.length > 0) return null;
  const found: string[] = [];
  for (const folder of ["", "data", "content/data"]) {
    const names = await readdir(join(root, folder)).catch((): string[] => []);
    const candidates = names.filter((name) => /\.json$/i.test(name)).slice(0, maxLookedInto);
    for (const name of candidates) {
      const path = join(root, folder, name);
      const isExport = await readGhostExport(path, name).catch((error: unknown) => {
        if (error instanceof ContentError) return null;
        throw error;
      });
      if (isExport) found.push(path);
    }
  }
  if (found.length > 1) {
    throw new ContentError(
      `${root}: there are several exports of Ghost; name one: ${found.join(", ")}`,
    );
  }
  return found[0] ?? null;
}

/** Opens what is at a path, and reads it item by item. Rejects with a ContentError if there is nothing to import. */
export async function openImport(path: string, defaults: ImportDefaults): Promise<ImportSource> {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) throw new ContentError(`${path}: there is no such file or folder`);
    throw error;
  });
  return found.isDirectory() ? openFolder(path, defaults) : openFile(path, defaults);
}
