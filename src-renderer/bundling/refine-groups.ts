import type { Chunk } from "./group-chunks.ts";

/** Ids of chunks. */
export type Visits = {
  /** Parts that every visit loads, whichever its page. */
  always: readonly string[];
  /** Pages that visits begin with, and what they open at once: what is needless weighs most there. */
  first: readonly string[];
};

export type Prices = {
  /** Compressed bytes of the smallest file, if possible. */
  smallest: number;
  /** One request less is worth this many bytes that are loaded without need. */
  request: number;
};

/** How much a page counts that visits begin with, and a part that is opened on another page. */
const weights = { first: 10, page: 1, opened: 0.3 };

type Entry = {
  /** Chunks (by index) that have to be loaded for it, those of `always` included. */
  needs: number[];
  /** The entries (by index) that may load it: what all of them have loaded is free. */
  openedFrom: number[];
  weight: number;
};

/** The files (as bits) that each file imports, itself included, or null for imports in a circle. */
function importsOfFiles(imports: ReadonlyMap<number, ReadonlySet<number>>): bigint[] | null {
  const all: bigint[] = [];
  const open = new Set<number>();
  const visit = (file: number): bigint | null => {
    if (open.has(file)) return null;
    if (all[file] !== undefined) return all[file];
    open.add(file);
    let bits = 1n << BigInt(file);
    for (const imported of imports.get(file) ?? []) {
      const more = visit(imported);
      if (more === null) return null;
      bits |= more;
    }
    open.delete(file);
    all[file] = bits;
    return bits;
  };
  for (const file of imports.keys()) if (visit(file) === null) return null;
  return all;
}

class Refinement {
  readonly #chunks: readonly Chunk[];
  readonly #imports: number[][];
  readonly #entries: Entry[];
  readonly #prices: Prices;
  /** The file of each chunk, both by index. */
  readonly #fileOf: number[];
  #cost = Infinity;

  constructor(
    groups: string[][],
    chunks: readonly Chunk[],
    shell: Chunk,
    prices: Prices,
    visits: Visits,
  ) {
    const indexes = (ids: readonly string[]) =>
      ids.map((id) => chunks.findIndex((chunk) => chunk.id === id)).filter((i) => i >= 0);
    this.#chunks = chunks;
    this.#prices = prices;
    this.#imports = chunks.map((chunk) => indexes(chunk.imports));
    this.#fileOf = chunks.map(({ id }) => groups.findIndex((ids) => ids.includes(id)));
    const always = indexes(visits.always);
    const lazy = indexes([...shell.lazyImports, ...chunks.flatMap((chunk) => chunk.lazyImports)]);
    const own = [...new Set(lazy).difference(new Set(always))].map((at) => ({
      id: chunks[at]?.id ?? "",
      needs: this.#withImports([at]),
    }));
    this.#entries = own.map(({ id, needs }) => {
      const opens = (other: { id: string; needs: number[] }) =>
        other.id !== id && other.needs.some((at) => chunks[at]?.lazyImports.includes(id));
      const openedFrom = shell.lazyImports.includes(id)
        ? []
        : own.flatMap((other, i) => (opens(other) ? [i] : []));
      const weight = visits.first.includes(id)
        ? weights.first
        : weights[openedFrom.length > 0 ? "opened" : "page"];
      return { needs: this.#withImports([...needs, ...always]), openedFrom, weight };
    });
    this.#cost = this.#costOfAll();
  }

  #withImports(needed: number[]): number[] {
    const all = new Set(needed);
    for (const at of all) for (const imported of this.#imports[at] ?? []) all.add(imported);
    return [...all];
  }

  /** What all entries load, in bytes and requests, or infinity if files import each other in a circle. */
  #costOfAll(): number {
    const bytes: number[] = [];
    const imports = new Map<number, Set<number>>();
    this.#fileOf.forEach((file, at) => {
      bytes[file] = (bytes[file] ?? 0) + (this.#chunks[at]?.bytes ?? 0);
      const imported = imports.get(file) ?? new Set();
      for (const other of this.#imports[at] ?? []) imported.add(this.#fileOf[other] ?? file);
      imports.set(file, imported.difference(new Set([file])));
    });
    const along = importsOfFiles(imports);
    if (!along) return Infinity;
    const loads = this.#entries.map(({ needs }) =>
      needs.reduce((bits, at) => bits | (along[this.#fileOf[at] ?? 0] ?? 0n), 0n),
    );
    const { smallest, request } = this.#prices;
    const priceOf = (bits: bigint) =>
      bytes.reduce(
        (sum, size, file) => ((bits >> BigInt(file)) & 1n ? sum + size + request : sum),
        0,
      );
    const whole = this.#entries.reduce((sum, { openedFrom, weight }, i) => {
      const free = openedFrom.reduce((bits, opener) => bits & (loads[opener] ?? 0n), -1n);
      const paid = (loads[i] ?? 0n) & (openedFrom.length > 0 ? ~free : -1n);
      return sum + weight * priceOf(paid);
    }, 0);
    const missing = bytes.reduce((sum, size) => sum + Math.max(0, smallest - size), 0);
    return whole + missing * weights.first * 10;
  }

  /** Puts chunks (by index) into a file if that costs less. Returns whether it did. */
  #move(moved: readonly number[], file: number): boolean {
    const before = moved.map((at) => this.#fileOf[at] ?? 0);
    for (const at of moved) this.#fileOf[at] = file;
    const cost = this.#costOfAll();
    if (cost < this.#cost) {
      this.#cost = cost;
      return true;
    }
    moved.forEach((at, i) => (this.#fileOf[at] = before[i] ?? 0));
    return false;
  }

  /** The files, and an index that none has yet. */
  #places(): number[] {
    const files = new Set(this.#fileOf);
    const unused = this.#fileOf.findIndex((_, i) => !files.has(i));
    return unused < 0 ? [...files] : [...files, unused];
  }

  /** Tries every chunk in every file, and every two files as one. Returns whether anything changed. */
  improve(): boolean {
    let improved = false;
    this.#chunks.forEach((_, at) => {
      for (const file of this.#places()) if (this.#move([at], file)) improved = true;
    });
    for (const a of new Set(this.#fileOf)) {
      for (const b of new Set(this.#fileOf)) {
        const moved = this.#fileOf.flatMap((file, at) => (file === b ? [at] : []));
        if (a !== b && moved.length > 0 && this.#move(moved, a)) improved = true;
      }
    }
    return improved;
  }

  /** The ids of each file's chunks; a file comes after those that it imports. */
  groups(): string[][] {
    const ordered = new Set<number>();
    const place = (file: number) => {
      if (ordered.has(file)) return;
      const members = this.#fileOf.flatMap((each, at) => (each === file ? [at] : []));
      const imported = members
        .flatMap((at) => this.#imports[at] ?? [])
        .map((at) => this.#fileOf[at] ?? file);
      for (const other of imported) if (other !== file) place(other);
      ordered.add(file);
    };
    this.#fileOf.forEach(place);
    return [...ordered].map((file) =>
      this.#chunks.filter((_, at) => this.#fileOf[at] === file).map(({ id }) => id),
    );
  }
}

/**
 * Returns better groups than those of `groupChunks`: moves single chunks and merges files as long as the
 * visits cost less. Unlike there, what is always loaded counts once for a visit.
 */
export function refineGroups(
  groups: string[][],
  chunks: readonly Chunk[],
  shell: Chunk,
  prices: Prices,
  visits: Visits,
): string[][] {
  const refinement = new Refinement(groups, chunks, shell, prices, visits);
  while (refinement.improve());
  return refinement.groups();
}
