import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { contentKinds } from "#shared/content-kinds.ts";
import type { Config } from "#api/config.ts";
import { FolderError, hasFolder } from "#api/infra/folders.ts";
import { ContentError } from "./content-error.ts";

const demoContent = fileURLToPath(new URL("../../../resources/content/", import.meta.url));

/** Returns the folder that content comes from, and from which files of media are served. */
export const contentFolderOf = ({ contentDir }: Pick<Config, "contentDir">): string =>
  contentDir ?? demoContent;

/** Returns the folder to sync from; null if none is configured. */
export const syncedFolderOf = (config: Pick<Config, "contentDir" | "seedDemo">): string | null =>
  config.contentDir !== null || config.seedDemo ? contentFolderOf(config) : null;

/** What a synchronisation reads in a content folder. */
const contentNames: ReadonlySet<string> = new Set([
  "tags.json",
  "authors",
  "announcements",
  ...contentKinds,
]);

/**
 * Returns whether there is content in a folder: a new portal's has none, or only files that are not content, and so has one on a
 * disk that is not mounted. Rejects with a ContentError for what is no folder, or cannot be read.
 */
export async function contentFolderState(folder: string): Promise<"missing" | "empty" | "filled"> {
  const wayOut =
    "Name the folder that has tags.json and the folders of entries, or remove CONTENT_DIR.";
  const named = { setting: "CONTENT_DIR", path: folder, isWritten: false, wayOut } as const;
  const isThere = await hasFolder(named).catch((error: unknown) => {
    throw error instanceof FolderError ? new ContentError(error.message) : error;
  });
  if (!isThere) return "missing";
  return (await readdir(folder)).some((name) => contentNames.has(name)) ? "filled" : "empty";
}
