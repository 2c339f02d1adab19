import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { builtRenderer } from "#api/server.ts";
import { runBuild } from "./run-package.ts";

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
/** Files below this many bytes are not worth compressing. */
const worthwhile = 1024;

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < worthwhile) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await brotliOf(content, { params }));
  await writeFile(`${path}.gz`, await gzipOf(content, { level: constants.Z_BEST_COMPRESSION }));
}

/** Writes a `.br` and a `.gz` next to every text file: serving the best compression costs nothing then. */
export async function precompress(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Sources of the built renderer; a change in any of them makes the build outdated. */
const sources = [
  "src-renderer",
  "src-shared",
  "locales",
  "resources/art",
  "resources/fonts",
  "electron.vite.config.ts",
  "vite.config.ts",
  "package-lock.json",
];

/** False in an image, which has the built interface without its sources. */
const hasSources = existsSync(resolve(root, "src-renderer"));

/** The interface could not be built; the message is that of the bundler. */
export class BuildError extends Error {
  override name = "BuildError";
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await readdir(resolve(root, path), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTDIR") return null;
      throw error;
    },
  );
  if (found === null) return [resolve(root, path)];
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns one hash over the names and contents of all sources. */
async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await Promise.all(sources.map(filesBelow))).flat().toSorted()) {
    hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}

async function runVite(...options: string[]): Promise<void> {
  const build = ["build", "--logLevel", "error", ...options];
  const isBuilt = await runBuild("vite", "bin/vite.js", build);
  if (!isBuilt) throw new BuildError("The interface could not be built; see above.");
}

/**
 * Builds the renderer into `dist` unless it was built from the current sources, or these are not there. Rejects with a
 * BuildError, and the previous build is deleted then.
 *
 * @param onBuild called when it has to be built, which takes some seconds
 */
export async function buildRendererIfStale(onBuild: () => void): Promise<void> {
  if (!hasSources) return;
  const mark = join(builtRenderer, ".sources");
  const wanted = await hashSources();
  if ((await readFile(mark, "utf8").catch(() => "")) === wanted) return;
  onBuild();
  await Promise.all([runVite(), runVite("--ssr")]);
  await precompress(builtRenderer);
  await writeFile(mark, wanted);
}
