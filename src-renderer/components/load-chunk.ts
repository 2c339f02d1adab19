import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from "react";

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

type Outcome<T> = { value: T } | { error: unknown };

export type Chunk<T> = {
  /**
   * Fetches it as `loadChunk` does, unless that was done: the same promise each time. Its failure is
   * told by the outcome: nobody has to catch it.
   */
  load: () => Promise<T>;
  /** What came of it; null as long as nothing did. */
  outcome: () => Outcome<T> | null;
  /** Calls the listener when something came of it. Returns the way to stop. */
  subscribe: (listener: () => void) => () => void;
};

/**
 * A chunk that is fetched once. A failure is forgotten for the next time, but not at once: React
 * asks again and has to meet the same failure, or the chunk would be fetched for ever.
 */
export function rememberChunk<T>(load: () => Promise<T>): Chunk<T> {
  let known: Promise<T> | null = null;
  let outcome: Outcome<T> | null = null;
  const listeners = new Set<() => void>();
  const settle = (came: Outcome<T>) => {
    outcome = came;
    listeners.forEach((listener) => listener());
  };
  const forget = () => {
    known = null;
    outcome = null;
  };
  const fetched = () => {
    const chunk = loadChunk(load);
    chunk.then(
      (value) => settle({ value }),
      (error: unknown) => {
        settle({ error });
        setTimeout(forget, failureStands);
      },
    );
    return chunk;
  };
  return {
    load: () => (known ??= fetched()),
    outcome: () => outcome,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What is subscribed to where no chunk is wanted. */
const none: Pick<Chunk<never>, "subscribe" | "outcome"> = {
  subscribe: () => () => {},
  outcome: () => null,
};

/**
 * Returns a chunk's value, null until it has loaded or if no chunk is given; throws what it failed with.
 * In place of Suspense, which keeps a placeholder for 300 ms however soon the chunk arrives.
 */
export function useChunk<T>(chunk: Chunk<T> | null): T | null {
  const { subscribe, outcome: read } = chunk ?? none;
  const outcome = useSyncExternalStore(subscribe, read);
  if (outcome === null) {
    void chunk?.load();
    return null;
  }
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

type Component<Props> = { default: ComponentType<Props> };

/** The component of a chunk, and what stands for it until it is there. Goes into an error boundary. */
export function chunkComponent<Props extends object>(
  chunk: Chunk<Component<Props>>,
  standIn: (props: Props) => ReactNode = () => null,
) {
  return function ChunkComponent(props: Props) {
    const module = useChunk(chunk);
    return module ? createElement(module.default, props) : standIn(props);
  };
}

/** A component whose code is a chunk of its own, fetched when it is first shown. */
export const lazyChunk = <Props extends object>(
  load: () => Promise<Component<Props>>,
  standIn?: (props: Props) => ReactNode,
) => chunkComponent(rememberChunk(load), standIn);

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
