import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { FileLoads } from "./file-loads.ts";
import { entriesOf, type Chunk, type Entry, type Visits } from "./visited-entries.ts";

/** In compressed bytes. */
export type Prices = {
  /** Size of the smallest file, if possible. */
  smallest: number;
  /** One request less is worth this many bytes. */
  request: number;
  /** A page that loads this many bytes without need costs as many again; twice as many, four times. */
  needless: number;
};

/**
 * What each byte costs by which a file is too small, step by step: at once, small chunks would be merged
 * with the next best ones before those that fit them have grown.
 */
const pricesOfTooSmall = [0, 5, 20, 100];

/**
 * A search ends in an arrangement that no single step improves, which depends on the order of the chunks. The
 * better of two is up to 3 % cheaper, and depends less on small changes of the code.
 */
const searches = 2;

/** Chunks in files; both are indexes. Begins with a file for each chunk. */
class Grouping {
  readonly #chunks: readonly Chunk[];
  readonly #loads: FileLoads;
  readonly #sizes: Float64Array;
  readonly #prices: Prices;
  #fileOf: number[];
  #tooSmall = 0;
  #cost = Infinity;

  constructor(chunks: readonly Chunk[], entries: readonly Entry[], prices: Prices) {
    this.#chunks = chunks;
    this.#loads = new FileLoads(chunks, entries);
    this.#sizes = new Float64Array(chunks.length);
    this.#prices = prices;
    this.#fileOf = [...chunks.keys()];
  }

  get cost(): number {
    return this.#cost;
  }

  /** What all entries load, in bytes and requests, or infinity if files import each other in a circle. */
  #costOfAll(): number {
    if (!this.#loads.compute(this.#fileOf)) return Infinity;
    const sizes = this.#sizes.fill(0);
    this.#fileOf.forEach((file, at) => {
      sizes[file] = (sizes[file] ?? 0) + (this.#chunks[at]?.bytes ?? 0);
    });
    const missing = sizes.reduce(
      (sum, size) => (size > 0 ? sum + Math.max(0, this.#prices.smallest - size) : sum),
      0,
    );
    return this.#loads.cost(sizes, this.#prices) + missing * this.#tooSmall;
  }

  /** Puts chunks into a file if that costs less. Returns whether it did. */
  #move(moved: readonly number[], file: number): boolean {
    const before = this.#fileOf;
    this.#fileOf = [...before];
    for (const at of moved) this.#fileOf[at] = file;
    const cost = this.#costOfAll();
    if (cost >= this.#cost) {
      this.#fileOf = before;
      return false;
    }
    this.#cost = cost;
    return true;
  }

  #chunksOf = (file: number) => this.#fileOf.flatMap((each, at) => (each === file ? [at] : []));

  #unused = () => this.#fileOf.findIndex((_, i) => !this.#fileOf.includes(i));

  /** Tries each chunk in every file and in a new one. Returns whether anything changed. */
  #place(chunks: readonly number[]): boolean {
    const moved = chunks.flatMap((at) =>
      [...new Set(this.#fileOf), this.#unused()]
        .filter((file) => file >= 0 && file !== this.#fileOf[at])
        .map((file) => this.#move([at], file)),
    );
    return moved.includes(true);
  }

  /** Tries every two files as one. Returns whether anything changed. */
  #mergeFiles(): boolean {
    const files = [...new Set(this.#fileOf)];
    const merged = files.flatMap((a, i) =>
      files.slice(i + 1).map((b) => this.#move(this.#chunksOf(b), a)),
    );
    return merged.includes(true);
  }

  /** Takes a file apart and places its chunks anew. Undoes that unless it costs less. */
  #dissolve(file: number): boolean {
    const members = this.#chunksOf(file);
    const before = { fileOf: [...this.#fileOf], cost: this.#cost };
    for (const at of members.slice(1)) this.#fileOf[at] = this.#unused();
    this.#cost = this.#costOfAll();
    while (this.#place(members));
    if (this.#cost < before.cost) return true;
    this.#fileOf = before.fileOf;
    this.#cost = before.cost;
    return false;
  }

  /** Merges files and moves chunks as long as that costs less. */
  improve(tooSmall: number): void {
    this.#tooSmall = tooSmall;
    this.#cost = this.#costOfAll();
    while (this.#mergeFiles() || this.#place([...this.#chunks.keys()]));
  }

  /** Tries whether files that were merged early are in the way. Returns whether anything changed. */
  dissolveFiles(): boolean {
    return [...new Set(this.#fileOf)].map((file) => this.#dissolve(file)).includes(true);
  }

  /** The ids of each file's chunks; a file comes after those that it imports. */
  groups(): string[][] {
    const ordered = new Set<number>();
    this.#loads.compute(this.#fileOf);
    const place = (file: number) => {
      if (ordered.has(file)) return;
      this.#loads.importedBy(file).forEach(place);
      ordered.add(file);
    };
    this.#fileOf.forEach(place);
    return [...ordered].map((file) => this.#chunksOf(file).map((at) => this.#chunks[at]?.id ?? ""));
  }
}

/** What a search is given; all of it can be sent to another thread. */
export type Search = {
  /** All but the shell, which is loaded by every visit; their order decides between equals. */
  chunks: readonly Chunk[];
  shell: Chunk;
  prices: Prices;
  visits: Visits;
};

/** Files by the ids of their chunks, and what all entries cost with them. */
export type Arrangement = { groups: string[][]; cost: number };

/**
 * Returns the best arrangement that one search finds: it merges files and moves single chunks as long as visits
 * cost less, and takes files apart in between, since what was merged early may be in the way.
 */
export function arrange({ chunks, shell, prices, visits }: Search): Arrangement {
  const grouping = new Grouping(chunks, entriesOf(chunks, shell, visits), prices);
  const last = pricesOfTooSmall.at(-1) ?? 0;
  for (const price of pricesOfTooSmall) grouping.improve(price);
  while (grouping.dissolveFiles()) grouping.improve(last);
  return { groups: grouping.groups(), cost: grouping.cost };
}

/** Resolves to what `arrange` finds, computed by another thread: a search keeps a processor busy for seconds. */
async function arrangeInThread(search: Search): Promise<Arrangement> {
  const thread = new Worker(join(import.meta.dirname, "arrange-thread.ts"), {
    workerData: search,
  });
  const [found] = await once(thread, "message");
  return found;
}

/**
 * Resolves to which chunks become one file, by their ids: those that are used together. Files never import each
 * other in a circle, so that modules run in the order of their imports.
 */
export async function groupChunks(search: Search): Promise<string[][]> {
  const { chunks } = search;
  const found = await Promise.all(
    Array.from({ length: searches }, (_, i) => {
      const first = Math.floor((i * chunks.length) / searches);
      return arrangeInThread({
        ...search,
        chunks: [...chunks.slice(first), ...chunks.slice(0, first)],
      });
    }),
  );
  return found.reduce((best, next) => (next.cost < best.cost ? next : best)).groups;
}
