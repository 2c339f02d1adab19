import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { imageFile } from "#api/modules/library/media/media-files.ts";
import type { AddNote } from "./front-fields.ts";
import { imagesIn } from "./conversion/convert-text.ts";
import type { StoredImages } from "./stored-images.ts";
import type { ImagePreparer, PreparedImage } from "./prepare-images.ts";

/** Folders whose files Hugo, Jekyll, Astro and Ghost serve at the root of a site. */
const publicFolders = ["", "static", "public", "assets", "content", "src", "source"];

/** Returns an address with its escapes decoded; as it is where they are none. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Returns the paths that an address may name, below the folder of its text or the site; none for other addresses. */
function pathsOf(address: string): string[] {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return [];
  const [path = ""] = address.split(/[?#]/);
  // files may be named as if they were escaped, or with a mark that ends an address
  const all = [decoded(path), path, decoded(address), address];
  return [...new Set(all)].filter((one) => imageFile.test(one));
}

/** A name without what file systems treat differently: case, and how accents are composed. */
const fold = (name: string) => name.normalize("NFC").toLowerCase();

/** Returns the entry of a folder with a name, else the only one that differs from it in case or composition; null if there is none. */
async function findName(folder: string, name: string): Promise<string | null> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.includes(name)) return name;
  const similar = names.filter((other) => fold(other) === fold(name));
  return similar.length === 1 ? (similar[0] ?? null) : null;
}

/** Returns the file at a path below a folder; null if there is none, or if it is or lies behind a symbolic link. */
async function findFile(root: string, path: string): Promise<string | null> {
  const inside = relative(root, join(root, path));
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`)) return null;
  let file = root;
  for (const segment of inside.split(sep)) {
    const name = await findName(file, segment);
    if (name === null) return null;
    file = join(file, name);
    const found = await lstat(file).catch(() => null);
    if (!found || found.isSymbolicLink()) return null;
  }
  return (await lstat(file)).isFile() ? file : null;
}

/** Finds the image that an address names: beside the text, else where sites keep their files. */
async function findImage(root: string, text: string, address: string): Promise<string | null> {
  for (const path of pathsOf(address)) {
    const alias = path.replace(/^[~@]\//, "/"); // of Astro and others, for the folder of the sources
    const beside = alias.startsWith("/") ? [] : [join(dirname(text), alias)];
    for (const location of [...beside, ...publicFolders.map((folder) => join(folder, alias))]) {
      const file = await findFile(root, location);
      if (file !== null) return file;
    }
  }
  return null;
}

/** Returns the name that an image gets beside its text, which no other image of the entry has. */
export function imageName(
  file: string,
  { stored, width, height }: Omit<PreparedImage, "path">,
  used: Readonly<Record<string, string>>,
): string {
  const base = basename(file, extname(file)).replace(/-\d+x\d+$/, "");
  const slug = slugOf(base).slice(0, 60).replace(/-$/, "") || "image";
  const nameOf = (at: number) => `${slug}${at > 1 ? `-${at}` : ""}-${width}x${height}.webp`;
  let at = 1;
  while ((used[nameOf(at)] ?? stored) !== stored) at += 1;
  return nameOf(at);
}

/** Collects the images of the texts of one entry. */
export class EntryImages {
  /** Names in the storage of media, by names beside the entry. */
  readonly files: Record<string, string> = {};
  /** Files to store, by names in the storage. */
  readonly media: Record<string, string> = {};
  readonly #root: string;
  readonly #preparer: ImagePreparer;
  constructor(root: string, preparer: ImagePreparer) {
    this.#root = root;
    this.#preparer = preparer;
  }

  async #add(file: string): Promise<string> {
    const { path, ...image } = await this.#preparer.prepare(file);
    const { stored } = image;
    const name = imageName(file, image, this.files);
    this.files[name] = stored;
    const other = this.media[stored];
    if (other !== undefined) await this.#preparer.release([other]); // the same image a second time
    this.media[stored] = path;
    return name;
  }

  /**
   * Prepares the image of the folder that an address names, and returns the name it gets; null where it is none. Tells why
   * it cannot be used.
   *
   * @param text path of the text below the folder
   */
  async keep(text: string, address: string, addNote: AddNote): Promise<string | null> {
    const file = await findImage(this.#root, text, address);
    if (file === null) return null;
    try {
      return await this.#add(file);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      addNote(`${text}: image: ${address.slice(0, 200)}: ${error.message}`);
      return null;
    }
  }

  /**
   * Prepares the images of the folder that a text names, and returns the names they get. Tells which ones cannot be used.
   *
   * @param text path of the text below the folder
   */
  async find(text: string, body: string, addNote: AddNote): Promise<StoredImages> {
    const names = new Map<string, string>();
    for (const address of await imagesIn(text, { format: "authored", text: body })) {
      const name = await this.keep(text, address, addNote);
      if (name !== null) names.set(address, name);
    }
    return names;
  }
}
