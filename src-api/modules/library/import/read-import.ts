import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ContentError } from "../../../infra/content-folder/content-error.ts";
import { isMissing, readJson } from "../../../infra/content-folder/entry-files.ts";
import type { Localised } from "../../../infra/database/columns.ts";
import { tagsSchema } from "../sync/library-sync.ts";
import { readFolderEntry } from "./folder-entry.ts";
import type { Tell } from "./front-fields.ts";
import { readGhostExport, readGhostPost } from "./ghost-export.ts";
import { parseImported } from "./imported-entry.ts";
import { readMarkdownEntry, type Defaults, type ReadEntry } from "./markdown-entry.ts";
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

/** A folder or file to import. */
export type ImportSource = {
  /** Number of items. */
  total: number;
  items: AsyncIterable<ImportItem>;
  /** The report about what is no entry. */
  notes: string[];
  refusals: string[];
};

type Read = (tell: Tell) => Promise<ReadEntry | null> | ReadEntry | null;

/** Reads an item and checks it by the rules of its kind; `seen` holds where each entry of the run came from. */
async function readItem(path: string, read: Read, seen: Map<string, string>): Promise<ImportItem> {
  const notes: string[] = [];
  const refuse = (refusal: string): ImportItem => ({ path, read: null, notes: [], refusal });
  try {
    const found = await read((line) => void notes.push(line));
    if (!found) return { path, read: null, notes, refusal: null };
    parseImported(found.entry, found.places);
    const key = `${found.entry.kind}/${found.entry.slug}`;
    const other = seen.get(key);
    if (other !== undefined) return refuse(`${path}:1: ${other} has the same slug: ${key}`);
    seen.set(key, path);
    return { path, read: found, notes, refusal: null };
  } catch (error) {
    // Whatever one file does to a parser, the others are imported.
    return refuse(error instanceof ContentError ? error.message : `${path}:1: ${String(error)}`);
  }
}

async function* readGroups(
  root: string,
  groups: SourceGroup[],
  { known, defaults }: { known: Record<string, Localised>; defaults: Defaults },
): AsyncGenerator<ImportItem> {
  const seen = new Map<string, string>();
  for (const group of groups) {
    const { folder } = group;
    const [path = group.name] = Object.values(group.texts);
    yield await readItem(
      folder ?? path,
      (tell) =>
        folder === null
          ? readMarkdownEntry(root, group, defaults, tell)
          : readFolderEntry(root, { ...group, folder }, { known, defaults, tell }),
      seen,
    );
  }
}

const describeOthers = ({ others }: SourceTree): string[] => {
  const counts = [...others]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, count]) => `${count} ${name}`);
  return counts.length > 0 ? [`Left out, as they are no texts: ${counts.join(", ")}.`] : [];
};

async function openFolder(root: string, defaults: Defaults): Promise<ImportSource> {
  const tree = await listSources(root);
  const refusals = [...tree.refused];
  const known = await readJson(root, "tags.json", tagsSchema).catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error;
    if (!error.message.endsWith("the file is missing")) refusals.push(error.message);
    return {};
  });
  const { groups, leftOut } = tree;
  const notes = [...leftOut, ...describeOthers(tree)];
  const items = readGroups(root, groups, { known, defaults });
  return { total: groups.length, items, notes, refusals };
}

async function openFile(path: string, defaults: Defaults): Promise<ImportSource> {
  const name = basename(path);
  if (!/\.json$/i.test(path)) {
    const { groups, refused } = listSingleSource(name);
    if (groups.length + refused.length === 0) {
      throw new ContentError(`${path}: neither a folder, a Markdown file nor an export of Ghost`);
    }
    const items = readGroups(dirname(path), groups, { known: {}, defaults });
    return { total: groups.length, items, notes: [], refusals: refused };
  }
  const ghost = await readGhostExport(path, name);
  const seen = new Map<string, string>();
  async function* readPosts() {
    for (const post of ghost.posts) {
      const read: Read = (tell) => readGhostPost(ghost, post, { defaults, tell });
      yield await readItem(`${name}: ${post.slug}`, read, seen);
    }
  }
  return { total: ghost.posts.length, items: readPosts(), notes: [], refusals: [] };
}

/**
 * Opens a folder of Markdown, a Markdown file, or an export of Ghost. The files are read one after the other while the
 * items are taken. Rejects with a ContentError if there is nothing of the kind at the path.
 */
export async function openImport(path: string, defaults: Defaults): Promise<ImportSource> {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) throw new ContentError(`${path}: there is no such file or folder`);
    throw error;
  });
  return found.isDirectory() ? openFolder(path, defaults) : openFile(path, defaults);
}
