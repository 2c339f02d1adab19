import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { precompress } from "./precompress.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What the built renderer is made of; a change of any of it makes the build stale. */
const sources = [
  "src-renderer",
  "src-shared",
  "locales",
  "resources/brand",
  "resources/art",
  "electron.vite.config.ts",
  "vite.config.ts",
  "package-lock.json",
];

/** The interface could not be built; the message says what the builder said. */
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

/** One hash over the names and the content of all sources. */
async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await Promise.all(sources.map(filesBelow))).flat().toSorted()) {
    hash.update(`${file.slice(root.length)}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}

async function runVite(): Promise<void> {
  const vite = fileURLToPath(new URL("bin/vite.js", import.meta.resolve("vite/package.json")));
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new BuildError("The interface could not be built; see above.");
}

/**
 * Builds the renderer into `folder` unless it was built from the very sources that lie here now.
 * Rejects with a BuildError; the earlier build is then gone.
 *
 * @param onBuild called when it has to be built, which takes some seconds
 */
export async function buildRendererIfStale(folder: string, onBuild: () => void): Promise<void> {
  const mark = join(folder, ".sources");
  const wanted = await hashSources();
  if ((await readFile(mark, "utf8").catch(() => "")) === wanted) return;
  onBuild();
  await runVite();
  await precompress(folder);
  await writeFile(mark, wanted);
}
