import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod/mini";
import { metadata, type EntryFiles } from "#api/infra/content-folder/entry-files.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { storedName } from "#api/infra/media-storage/open-media-storage.ts";
import { namedFiles } from "../media/media-files.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

/** Returns the names of an entry's files of media; none if its `entry.json` cannot be read, which is reported elsewhere. */
function namesOf({ slug, texts, names }: EntryFiles): string[] {
  try {
    const json: unknown = JSON.parse(texts.get(metadata)?.toString("utf8") ?? "");
    return namedFiles(slug, fieldsSchema.parse(json), names);
  } catch {
    return [];
  }
}

/** Copies files of a content folder to the storage of media, where any machine finds them. */
export class FolderMedia {
  readonly #storage: MediaStorage;
  readonly #root: string;
  constructor(storage: MediaStorage, root: string) {
    this.#storage = storage;
    this.#root = root;
  }

  /** Returns an entry with the names under which its media are stored, which become part of its hash. */
  async name(files: EntryFiles): Promise<EntryFiles> {
    const names = namesOf(files);
    if (names.length === 0) return files;
    const stored: Record<string, string> = {};
    for (const name of names) stored[name] = await storedName(join(this.#root, files.path, name));
    const hash = createHash("sha256").update(`${files.hash}\n${JSON.stringify(stored)}`);
    return { ...files, stored, hash: hash.digest("base64url") };
  }

  /** Stores the media of an entry that are not there yet. */
  async store({ path, stored = {} }: Pick<EntryFiles, "path" | "stored">): Promise<void> {
    for (const [name, target] of Object.entries(stored)) {
      await this.#storage.store(join(this.#root, path, name), target);
    }
  }
}
