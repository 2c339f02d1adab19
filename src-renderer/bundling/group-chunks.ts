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

/** Returns the files that each file loads, itself included, or null if files import each other in a circle. */
function loadedWith(imports: readonly ReadonlySet<number>[]): Set<number>[] | null {
  const loaded: Set<number>[] = [];
  const open = new Set<number>();
  const visit = (file: number): Set<number> | null => {
    if (open.has(file)) return null;
    if (loaded[file]) return loaded[file];
    open.add(file);
    const all = new Set([file]);
    for (const imported of imports[file] ?? []) {
      const more = visit(imported);
      if (!more) return null;
      for (const other of more) all.add(other);
    }
    open.delete(file);
    loaded[file] = all;
    return all;
  };
  return imports.every((_, file) => visit(file)) ? loaded : null;
}

/** Chunks in files; both are indexes. Begins with a file for each chunk. */
class Grouping {
  readonly #chunks: readonly Chunk[];
  readonly #imports: readonly number[][];
  readonly #entries: readonly Entry[];
  readonly #prices: Prices;
  #fileOf: number[];
  #tooSmall = 0;
  #cost = Infinity;

  constructor(chunks: readonly Chunk[], entries: readonly Entry[], prices: Prices) {
    this.#chunks = chunks;
    this.#entries = entries;
    this.#prices = prices;
    this.#imports = chunks.map(({ imports }) =>
      imports.map((id) => chunks.findIndex((chunk) => chunk.id === id)).filter((at) => at >= 0),
    );
    this.#fileOf = [...chunks.keys()];
  }

  #importsOfFiles(): Set<number>[] {
    const imports = this.#chunks.map(() => new Set<number>());
    this.#fileOf.forEach((file, at) => {
      for (const other of this.#imports[at] ?? []) {
        const imported = this.#fileOf[other] ?? file;
        if (imported !== file) imports[file]?.add(imported);
      }
    });
    return imports;
  }

  /** The bytes of each file, none for an index without chunks. */
  #sizes(): number[] {
    const sizes = this.#chunks.map(() => 0);
    this.#fileOf.forEach((file, at) => {
      sizes[file] = (sizes[file] ?? 0) + (this.#chunks[at]?.bytes ?? 0);
    });
    return sizes;
  }

  /** What all entries load, in bytes and requests, or infinity if files import each other in a circle. */
  #costOfAll(): number {
    const { smallest, request, needless } = this.#prices;
    const along = loadedWith(this.#importsOfFiles());
    if (!along) return Infinity;
    const sizes = this.#sizes();
    const loads = this.#entries.map(({ chunks }) => {
      const files = new Set<number>();
      for (const at of chunks)
        for (const file of along[this.#fileOf[at] ?? 0] ?? []) files.add(file);
      return files;
    });
    let cost = 0;
    this.#entries.forEach(({ bytes, openedFrom, weight }, i) => {
      let paid = 0;
      let excess = -bytes;
      for (const file of loads[i] ?? []) {
        const size = sizes[file] ?? 0;
        excess += size;
        const isFree = openedFrom.length > 0 && openedFrom.every((by) => loads[by]?.has(file));
        if (!isFree) paid += size + request;
      }
      cost += weight * (paid + excess ** 2 / needless);
    });
    const missing = sizes.map((size) => (size > 0 ? Math.max(0, smallest - size) : 0));
    return cost + missing.reduce((sum, bytes) => sum + bytes, 0) * this.#tooSmall;
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
    const merged = files.flatMap((a) =>
      files.map((b) => a !== b && this.#fileOf.includes(b) && this.#move(this.#chunksOf(b), a)),
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
    const imports = this.#importsOfFiles();
    const place = (file: number) => {
      if (ordered.has(file)) return;
      imports[file]?.forEach(place);
      ordered.add(file);
    };
    this.#fileOf.forEach(place);
    return [...ordered].map((file) => this.#chunksOf(file).map((at) => this.#chunks[at]?.id ?? ""));
  }
}

/**
 * Returns which chunks become one file, by their ids: those that are used together. Merges files and
 * moves single chunks as long as visits cost less; takes files apart in between, since what was merged
 * early may be in the way. Files never import each other in a circle, so that modules run in the order
 * of their imports.
 *
 * @param chunks all but the shell, which is loaded by every visit
 */
export function groupChunks(
  chunks: readonly Chunk[],
  shell: Chunk,
  prices: Prices,
  visits: Visits,
): string[][] {
  const grouping = new Grouping(chunks, entriesOf(chunks, shell, visits), prices);
  const last = pricesOfTooSmall.at(-1) ?? 0;
  for (const price of pricesOfTooSmall) grouping.improve(price);
  while (grouping.dissolveFiles()) grouping.improve(last);
  return grouping.groups();
}
