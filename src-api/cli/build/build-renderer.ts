import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readBrand } from "../../brand.ts";
import { readCatalogueFile } from "../../modules/catalogue/module.ts";
import { precompress } from "./precompress.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Sources of the built renderer; a change in any of them makes the build outdated. */
const sources = [
  "src-renderer",
  "src-shared",
  "locales",
  "resources/brand",
  "resources/art",
  "resources/fonts",
  "electron.vite.config.ts",
  "vite.config.ts",
  "package-lock.json",
];

/** The interface could not be built; the message is that of the bundler. */
export class BuildError extends Error {
  override name = "BuildError";
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTDIR") return null;
      throw error;
    },
  );
  if (found === null) return [join(root, path)];
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns one hash over the names and contents of all sources. */
async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await Promise.all(sources.map(filesBelow))).flat().toSorted()) {
    hash.update(`${file.slice(root.length)}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}

async function runVite(...options: string[]): Promise<void> {
  const vite = fileURLToPath(new URL("bin/vite.js", import.meta.resolve("vite/package.json")));
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "error", ...options], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new BuildError("The interface could not be built; see above.");
}

/**
 * Builds the renderer into `folder` unless it was built from the current sources. Rejects with a
 * BuildError, and the previous build is deleted then; with a BrandError before anything is built.
 *
 * @param onBuild called when it has to be built, which takes some seconds
 */
export async function buildRendererIfStale(folder: string, onBuild: () => void): Promise<void> {
  await Promise.all([readBrand(), readCatalogueFile()]);
  const mark = join(folder, ".sources");
  const wanted = await hashSources();
  if ((await readFile(mark, "utf8").catch(() => "")) === wanted) return;
  onBuild();
  await Promise.all([runVite(), runVite("--ssr")]);
  await precompress(folder);
  await writeFile(mark, wanted);
}
