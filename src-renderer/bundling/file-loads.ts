import type { Chunk, Entry } from "./visited-entries.ts";

/** State of a file during the depth-first walk of its imports. */
const states = { unseen: 0, open: 1, done: 2 };

/**
 * Computes which files each entry loads when chunks are put into files, and what that costs. Chunks, files
 * and entries are indexes. A set of files is a row of bits, and memory is reused: a build computes this some
 * 100,000 times for each start of its search.
 */
export class FileLoads {
  readonly #imports: readonly (readonly number[])[];
  readonly #entries: readonly Entry[];
  /** 32-bit words of a row. */
  readonly #words: number;
  /** A row for each file: those that it imports, and those that are loaded with it. */
  readonly #imported: Uint32Array;
  readonly #loaded: Uint32Array;
  /** A row for each entry. */
  readonly #loads: Uint32Array;
  readonly #states: Uint8Array;

  constructor(chunks: readonly Chunk[], entries: readonly Entry[]) {
    const indexes = new Map(chunks.map(({ id }, at) => [id, at]));
    this.#imports = chunks.map(({ imports }) =>
      imports.map((id) => indexes.get(id)).filter((at) => at !== undefined),
    );
    this.#entries = entries;
    this.#words = Math.ceil(chunks.length / 32);
    this.#imported = new Uint32Array(chunks.length * this.#words);
    this.#loaded = new Uint32Array(chunks.length * this.#words);
    this.#loads = new Uint32Array(entries.length * this.#words);
    this.#states = new Uint8Array(chunks.length);
  }

  #add(sets: Uint32Array, row: number, file: number): void {
    const word = row * this.#words + (file >>> 5);
    sets[word] = (sets[word] ?? 0) | (1 << (file & 31));
  }

  /** Adds what is loaded with a file. */
  #addLoaded(sets: Uint32Array, row: number, file: number): void {
    for (let word = 0; word < this.#words; word += 1) {
      const to = row * this.#words + word;
      sets[to] = (sets[to] ?? 0) | (this.#loaded[file * this.#words + word] ?? 0);
    }
  }

  /** Collects what is loaded with a file. Returns false if it imports itself in a circle. */
  #collect(file: number): boolean {
    const state = this.#states[file];
    if (state !== states.unseen) return state === states.done;
    this.#states[file] = states.open;
    this.#add(this.#loaded, file, file);
    for (let word = 0; word < this.#words; word += 1) {
      let bits = this.#imported[file * this.#words + word] ?? 0;
      for (; bits !== 0; bits &= bits - 1) {
        const imported = word * 32 + 31 - Math.clz32(bits & -bits);
        if (!this.#collect(imported)) return false;
        this.#addLoaded(this.#loaded, file, imported);
      }
    }
    this.#states[file] = states.done;
    return true;
  }

  /** Returns false if files import each other in a circle. */
  compute(fileOf: readonly number[]): boolean {
    this.#imported.fill(0);
    this.#loaded.fill(0);
    this.#loads.fill(0);
    this.#states.fill(states.unseen);
    fileOf.forEach((file, at) => {
      for (const other of this.#imports[at] ?? []) {
        const imported = fileOf[other] ?? file;
        if (imported !== file) this.#add(this.#imported, file, imported);
      }
    });
    if (!fileOf.every((file) => this.#collect(file))) return false;
    this.#entries.forEach(({ chunks }, entry) => {
      for (const at of chunks) this.#addLoaded(this.#loads, entry, fileOf[at] ?? 0);
    });
    return true;
  }

  /** The files that a file imports, after `compute`. */
  importedBy(file: number): number[] {
    const isImported = (other: number) =>
      ((this.#imported[file * this.#words + (other >>> 5)] ?? 0) & (1 << (other & 31))) !== 0;
    return [...this.#states.keys()].filter(isImported);
  }

  /**
   * Returns what all entries load, after `compute`: bytes and requests, and unneeded bytes.
   *
   * @param sizes bytes of each file
   */
  cost(sizes: Float64Array, prices: { request: number; needless: number }): number {
    return this.#entries.reduce((cost, { bytes, openedFrom, weight }, entry) => {
      let paid = 0;
      let excess = -bytes;
      for (let word = 0; word < this.#words; word += 1) {
        // What all parts that open this one have loaded is free.
        let free = openedFrom.length > 0 ? -1 : 0;
        for (const by of openedFrom) free &= this.#loads[by * this.#words + word] ?? 0;
        let bits = this.#loads[entry * this.#words + word] ?? 0;
        for (; bits !== 0; bits &= bits - 1) {
          const bit = bits & -bits;
          const size = sizes[word * 32 + 31 - Math.clz32(bit)] ?? 0;
          excess += size;
          if ((free & bit) === 0) paid += size + prices.request;
        }
      }
      return cost + weight * (paid + excess ** 2 / prices.needless);
    }, 0);
  }
}
