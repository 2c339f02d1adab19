import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";

const demoContent = fileURLToPath(new URL("../../../resources/content/", import.meta.url));

/** Returns the folder that content comes from, and from which files of media are served. */
export const contentFolderOf = ({ contentDir }: Pick<Config, "contentDir">): string =>
  contentDir ?? demoContent;

/** Returns the folder to sync from; null if none is configured. */
export const syncedFolderOf = (config: Pick<Config, "contentDir" | "seedDemo">): string | null =>
  config.contentDir !== null || config.seedDemo ? contentFolderOf(config) : null;
