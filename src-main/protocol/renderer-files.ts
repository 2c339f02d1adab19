import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { routeFilesName, routeFilesSchema, type RouteFiles } from "#shared/route-files.ts";

const mediaTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

export type RendererFiles = {
  /** The text of the built `index.html`. */
  page: string;
  /** The files that the first screen of each route needs; none if the build did not write that down. */
  ofRoutes: RouteFiles["routes"];
  /** Reads a file by its decoded path (`/assets/a.js`); null if there is none. */
  read(path: string): Promise<RendererFile | null>;
};

export type RendererFile = { type: string; content: ReadableStream<Uint8Array> };

/** Passes bytes on without a copy. A stream from the disk would be copied out of app.asar first. */
const streamOf = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes);
      controller.close();
    },
  });

/** Lists the paths of all regular files below a folder, without hidden files and symbolic links. */
async function filePaths(folder: string, path = ""): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !name.startsWith("."))
    .map(async (entry) => {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) return filePaths(folder, below);
      return entry.isFile() ? [below] : [];
    });
  return (await Promise.all(found)).flat();
}

/** Reads which files routes need. Without that list pages load as well, only later. */
async function readRouteFiles(folder: string): Promise<RouteFiles["routes"]> {
  try {
    const text = await readFile(join(folder, routeFilesName), "utf8");
    return routeFilesSchema.parse(JSON.parse(text)).routes;
  } catch {
    return {};
  }
}

/** Opens the built renderer: only files that exist at the start can be read. Rejects without `index.html`. */
export async function openRendererFiles(folder: string): Promise<RendererFiles> {
  const [page, paths, ofRoutes] = await Promise.all([
    readFile(join(folder, "index.html"), "utf8"),
    filePaths(folder),
    readRouteFiles(folder),
  ]);
  const known = new Set(paths);
  known.delete("/index.html"); // served as a page, with its CSP
  return {
    page,
    ofRoutes,
    read: async (path) => {
      if (!known.has(path)) return null;
      const type = mediaTypes[extname(path)] ?? "application/octet-stream";
      return { type, content: streamOf(await readFile(join(folder, path))) };
    },
  };
}
