import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
/** Below this many bytes compression saves nothing that matters. */
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

/**
 * Lays a `.br` and a `.gz` beside every text file of a built renderer, once, so that the best
 * compression costs nothing when they are served.
 */
export async function precompress(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}
