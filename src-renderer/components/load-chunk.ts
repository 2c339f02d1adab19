import { lazy, type ComponentType } from "react";

/** ms until a chunk without an answer counts as failed (specification, sections 8 and 9). */
export const chunkTimeout = 120_000;
const retryAfter = 800;

/** A part of the program did not load. `missing`: it is gone from the server, or cannot be reached. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
  readonly reason: "timeout" | "missing";

  constructor(reason: "timeout" | "missing", options?: ErrorOptions) {
    super(`A script chunk did not load (${reason}).`, options);
    this.reason = reason;
  }
}

/**
 * Imports a chunk, with one retry where it fails at once and a ChunkLoadError where it fails again
 * or does not come within 120 s.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError("timeout")), chunkTimeout);
  });
  const retried = load()
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
      return load();
    })
    .catch((cause: unknown): never => {
      throw new ChunkLoadError("missing", { cause });
    });
  try {
    return await Promise.race([retried, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A component whose code is a chunk of its own, fetched as `loadChunk` does when it is first shown. */
export const lazyChunk = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazy(() => loadChunk(load));

/** Whether this document already came from a reload, so that another one would not help. */
const wasReloaded = () => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "reload";
};

/**
 * A chunk that is gone usually means a new version on the server: one reload fetches it. Not
 * offline, where nothing could be fetched, and not twice in a row. True when it reloads.
 */
export function reloadForNewVersion(error: unknown): boolean {
  const worthIt =
    error instanceof ChunkLoadError &&
    error.reason === "missing" &&
    navigator.onLine &&
    !wasReloaded();
  if (worthIt) window.location.reload();
  return worthIt;
}
