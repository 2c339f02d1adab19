import * as z from "zod/mini";
import { dayMs } from "#shared/durations.ts";
import {
  buildTag,
  builtFilesCache,
  builtFilesPath,
  type BuiltFiles,
} from "#shared/service-worker.ts";

/** How long files of earlier builds are kept: windows stay open for long. */
const fileRetentionMs = 30 * dayMs;

const schema: z.ZodMiniType<BuiltFiles> = z.object({
  build: z.string(),
  files: z.array(z.string()),
});

/** Returns the build that this page belongs to; empty for a page that was not built. */
export const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${buildTag}"]`)?.content ?? "";

/** Asks the server for its build. Rejects if it does not say. */
export async function serverBuild(): Promise<BuiltFiles> {
  const answer = await fetch(builtFilesPath, { cache: "no-store" });
  return schema.parse(await answer.json());
}

const openCache = () => caches.open(builtFilesCache);
const pathOf = ({ url }: Request) => new URL(url).pathname;

/** Resolves to the requests whose answers are kept. Opening a cache would create it, also where nothing is kept. */
const cachedRequests = async (): Promise<readonly Request[]> =>
  (await caches.has(builtFilesCache)) ? (await openCache()).keys() : [];

/** Resolves to the paths of the files that the service worker answers from, of whichever build. */
export const cachedFiles = async (): Promise<string[]> => (await cachedRequests()).map(pathOf);

/** Keeps files for the service worker, out of the browser's cache where that has them. Rejects if one is missing. */
export async function cacheFiles(paths: readonly string[]): Promise<void> {
  const stored = new Set(await cachedFiles());
  await (await openCache()).addAll(paths.filter((path) => !stored.has(path)));
}

/** Returns the files of a build that take the place of kept ones: their names differ in the hash of their content. */
export function successors(files: readonly string[], stored: readonly string[]): string[] {
  const withoutHash = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, "");
  const names = new Set(stored.map(withoutHash));
  return files.filter((path) => names.has(withoutHash(path)));
}

/** Deletes kept files that are not among those of the present build, and that no open window can need any more. */
export async function deleteOldFiles({ files }: BuiltFiles): Promise<void> {
  const old = (await cachedRequests()).filter((request) => !files.includes(pathOf(request)));
  if (old.length === 0) return;
  const cache = await openCache();
  for (const request of old) {
    const fetchedAt = Date.parse((await cache.match(request))?.headers.get("date") ?? "");
    if (!(Date.now() - fetchedAt < fileRetentionMs)) await cache.delete(request);
  }
}
