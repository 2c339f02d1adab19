import { createElement, lazy, type ComponentType } from "react";

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

/** ms for which a chunk that did not load counts as such. */
export const failureStands = 2_000;

/**
 * A chunk, fetched as `loadChunk` does when it is first asked for; the same promise each time, so
 * that React can `use` it. A failure is forgotten for the next time, but not at once: React asks
 * again and has to meet the same failure, or the chunk would be fetched for ever.
 */
export function rememberChunk<T>(load: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () => {
    if (known) return known;
    const chunk = loadChunk(load);
    chunk.catch(() => setTimeout(() => (known = null), failureStands));
    known = chunk;
    return chunk;
  };
}

type Component<Props> = { default: ComponentType<Props> };

/** The component of a remembered chunk. To be rendered within Suspense and an error boundary. */
export function chunkComponent<Props extends object>(chunk: () => Promise<Component<Props>>) {
  let known: { chunk: Promise<Component<Props>>; Lazy: ComponentType<Props> } | null = null;
  /** React's own lazy component remembers a failure for ever: another try is another component. */
  const current = () => {
    const wanted = chunk();
    if (known?.chunk !== wanted) known = { chunk: wanted, Lazy: lazy(() => wanted) };
    return known.Lazy;
  };
  return function ChunkComponent(props: Props) {
    return createElement(current(), props);
  };
}

/** A component whose code is a chunk of its own, fetched when it is first shown. */
export const lazyChunk = <Props extends object>(load: () => Promise<Component<Props>>) =>
  chunkComponent(rememberChunk(load));

/** Whether this document already came from a reload, so that another one would not help. */
const wasReloaded = () => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "reload";
};

/**
 * Whether one reload may mend it: a chunk that is gone usually means a new version on the server.
 * Not offline, where nothing could be fetched, and not twice in a row.
 */
export const isWorthReload = ({ reason }: ChunkLoadError): boolean =>
  reason === "missing" && navigator.onLine && !wasReloaded();
