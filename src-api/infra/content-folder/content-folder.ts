import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "#api/config.ts";
import { ContentError } from "./content-error.ts";

const demoContent = fileURLToPath(new URL("../../../resources/content/", import.meta.url));

/** Returns the folder that content comes from, and from which files of media are served. */
export const contentFolderOf = ({ contentDir }: Pick<Config, "contentDir">): string =>
  contentDir ?? demoContent;

/** Returns the folder to sync from; null if none is configured. */
export const syncedFolderOf = (config: Pick<Config, "contentDir" | "seedDemo">): string | null =>
  config.contentDir !== null || config.seedDemo ? contentFolderOf(config) : null;

/** What a new disk has: nothing of it is content. */
const isOfSystem = (name: string) => name.startsWith(".") || name === "lost+found";

/**
 * Returns whether there is anything in a content folder: a new portal's is empty or not there yet, and so is one on a disk that is not
 * mounted. Rejects with a ContentError for what is no folder, or cannot be read.
 */
export async function contentFolderState(folder: string): Promise<"missing" | "empty" | "filled"> {
  try {
    return (await readdir(folder)).every(isOfSystem) ? "empty" : "filled";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT") return "missing";
    throw new ContentError(
      code === "ENOTDIR"
        ? `The content folder ${folder} (CONTENT_DIR) is a file. Name the folder that has tags.json and the folders of entries, or remove CONTENT_DIR.`
        : `The content folder ${folder} (CONTENT_DIR) cannot be read (${code}). Let this user read it, or name another one.`,
    );
  }
}
