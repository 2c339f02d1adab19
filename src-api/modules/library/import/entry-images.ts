import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { ContentError } from "../../../infra/content-folder/content-error.ts";
import { slugOf, type Tell } from "./front-fields.ts";
import type { KeptImages } from "./kept-images.ts";
import type { ImagePreparer } from "./prepare-images.ts";

/** Addresses in brackets and after them. Whether they are those of images, the parser decides later. */
const addresses = /\]\(\s*(?:<([^<>\n]+)>|([^\s()<>]+))/g;

const imageFile = /\.(jpe?g|png|webp|gif)$/i;

/** Folders whose files Hugo, Jekyll, Astro and Ghost serve at the root of a site. */
const publicFolders = ["", "static", "public", "assets", "content"];

/** Returns the path that an address names, below the folder of its text or the site; null for other addresses. */
function pathOf(address: string): string | null {
  const [path = ""] = address.split(/[?#]/);
  if (!imageFile.test(path) || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Returns the file at a path below a folder; null if there is none, or if it is or lies behind a symbolic link. */
async function findFile(root: string, path: string): Promise<string | null> {
  const file = join(root, path);
  const inside = relative(root, file);
  if (inside === ".." || inside.startsWith(`..${sep}`)) return null;
  const found = await lstat(file).catch(() => null);
  if (!found?.isFile()) return null;
  return (await realpath(file)) === join(await realpath(root), inside) ? file : null;
}

async function findImage(root: string, text: string, path: string): Promise<string | null> {
  const places = path.startsWith("/")
    ? publicFolders.map((folder) => join(folder, path))
    : [join(dirname(text), path)];
  for (const place of places) {
    const file = await findFile(root, place);
    if (file !== null) return file;
  }
  return null;
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
    const { path, stored, width, height } = await this.#preparer.prepare(file);
    const base = basename(file, extname(file)).replace(/-\d+x\d+$/, "");
    const slug = slugOf(base).slice(0, 60).replace(/-$/, "") || "image";
    const nameOf = (at: number) => `${slug}${at > 1 ? `-${at}` : ""}-${width}x${height}.webp`;
    let at = 1;
    while ((this.files[nameOf(at)] ?? stored) !== stored) at += 1;
    this.files[nameOf(at)] = stored;
    const other = this.media[stored];
    if (other !== undefined) await this.#preparer.release([other]); // the same image a second time
    this.media[stored] = path;
    return nameOf(at);
  }

  /**
   * Prepares the image of the folder that an address names, and returns the name it gets; null where it is none. Tells why
   * it cannot be used.
   *
   * @param text path of the text below the folder
   */
  async keep(text: string, address: string, tell: Tell): Promise<string | null> {
    const path = pathOf(address);
    const file = path === null ? null : await findImage(this.#root, text, path);
    if (file === null) return null;
    try {
      return await this.#add(file);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      tell(`${text}: image: ${address.slice(0, 200)}: ${error.message}`);
      return null;
    }
  }

  /**
   * Prepares the images of the folder that a text names, and returns the names they get. Tells which ones cannot be used.
   *
   * @param text path of the text below the folder
   */
  async find(text: string, body: string, tell: Tell): Promise<KeptImages> {
    const names = new Map<string, string>();
    for (const [, quoted, plain] of body.matchAll(addresses)) {
      const address = quoted ?? plain ?? "";
      const name = names.has(address) ? null : await this.keep(text, address, tell);
      if (name !== null) names.set(address, name);
    }
    return names;
  }
}
