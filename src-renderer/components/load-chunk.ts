import { createElement, use, useSyncExternalStore, type ComponentType } from "react";
import { createListeners } from "#shared/listeners.ts";

/** Time until a chunk without an answer counts as failed (specification, sections 8 and 9). */
export const chunkTimeoutMs = 120_000;

/** Time between the two attempts to load a chunk. */
const retryAfterMs = 800;

/** Time for which a failed chunk stays failed: React renders again after an error and has to meet the same failure. */
export const failureLastsMs = 2_000;

/** Thrown where a chunk did not load. `missing`: it is gone from the server, or cannot be reached. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
  readonly reason: "timeout" | "missing";

  constructor(reason: "timeout" | "missing", options?: ErrorOptions) {
    super(`A script chunk did not load (${reason}).`, options);
    this.reason = reason;
  }
}

/** Imports a chunk, with one retry. Rejects with a ChunkLoadError at the second failure or after 120 s. */
async function importChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError("timeout")), chunkTimeoutMs);
  });
  const retried = load()
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      return load();
    })
    .catch((cause: unknown): never => {
      throw new ChunkLoadError("missing", { cause });
    });
  try {
    return await Promise.race([retried, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

type Outcome<T> = { value: T } | { error: unknown };

export type Chunk<T> = {
  /** Fetches the chunk, once; nobody has to catch its rejection, which `outcome` carries too. */
  load: () => Promise<T>;
  /** Returns what came of it, or null while it is not there. */
  outcome: () => Outcome<T> | null;
  /** Calls the listener when the outcome changes. Returns the function that stops listening. */
  subscribe: (listener: () => void) => () => void;
};

/** Creates a chunk of code that is fetched when it is first needed. */
export function createChunk<T>(load: () => Promise<T>): Chunk<T> {
  let promise: Promise<T> | null = null;
  let outcome: Outcome<T> | null = null;
  const settled = createListeners();
  const settle = (next: Outcome<T>) => {
    outcome = next;
    settled.emit();
  };
  const forget = () => {
    promise = null;
    outcome = null;
  };
  const fetchOnce = () => {
    const fetched = importChunk(load);
    fetched.then(
      (value) => settle({ value }),
      (error: unknown) => {
        settle({ error });
        setTimeout(forget, failureLastsMs);
      },
    );
    return fetched;
  };
  return {
    load: () => (promise ??= fetchOnce()),
    outcome: () => outcome,
    subscribe: settled.add,
  };
}

const noChunk: Pick<Chunk<never>, "subscribe" | "outcome"> = {
  subscribe: () => () => {},
  outcome: () => null,
};

/** Stands for a missing chunk where served markup contains what it renders: rendering waits for it. */
const served = { value: null };

/**
 * Returns the value of a chunk and starts to fetch it: null until it is there, or without a chunk.
 * Throws the error of a chunk that failed. Used in place of Suspense, which keeps a placeholder for
 * 300 ms however soon the chunk arrives (docs/decisions/0003-late-chunks.md).
 */
export function useChunk<T>(chunk: Chunk<T> | null): T | null {
  const { subscribe, outcome: read } = chunk ?? noChunk;
  const outcome = useSyncExternalStore(subscribe, read, () => read() ?? (chunk && served));
  if (outcome === served) return chunk && use(chunk.load());
  if (outcome === null) {
    void chunk?.load();
    return null;
  }
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

type Module<Props> = { default: ComponentType<Props> };

export type LazyComponent<Props> = ComponentType<Props> & {
  load: () => Promise<unknown>;
  /** Whether it is there, or has failed: it renders without its placeholder. */
  isSettled: () => boolean;
};

/** Creates a component whose code is fetched when it is first rendered, with a placeholder meanwhile. */
export function lazyChunk<Props extends object>(
  load: () => Promise<Module<Props>>,
  Placeholder: ComponentType<Props> = () => null,
): LazyComponent<Props> {
  const chunk = createChunk(load);
  function LazyChunk(props: Props) {
    const module = useChunk(chunk);
    return createElement(module ? module.default : Placeholder, props);
  }
  return Object.assign(LazyChunk, {
    load: chunk.load,
    isSettled: () => chunk.outcome() !== null,
  });
}

/** Whether this document already came from a reload, so that another one would not help. */
const wasReloaded = () => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "reload";
};

/** Whether one reload may help: a missing chunk usually means a new version. Not offline, not twice in a row. */
export const isWorthReload = ({ reason }: ChunkLoadError): boolean =>
  reason === "missing" && navigator.onLine && !wasReloaded();
