/** A chunk as the bundler makes it by itself: modules that the same pages use. */
export type Chunk = {
  id: string;
  /** Compressed. */
  bytes: number;
  /** Ids of the chunks that are loaded with it. */
  imports: readonly string[];
  /** Ids of the chunks that it loads on demand. */
  lazyImports: readonly string[];
};

export type Limits = {
  /** Compressed bytes of the smallest file, if it can be merged with another one. */
  smallest: number;
  /** One request less is worth this many bytes that are loaded without need. */
  request: number;
  /** The most bytes that merging two files may make anybody load without need; twice as many if one is too small. */
  needless: number;
};

/** A page or another part that is loaded on demand. */
type Entry = {
  id: string;
  /** The entries (by index) that may load it; their files are there already. None: the shell may. */
  openedFrom: number[];
  /** The square of the bytes that it loads: what is needless matters most where most is loaded. */
  weight: number;
};

/** Chunks that become one file, and the entries (by index) that load it. */
type Group = { chunks: Chunk[]; bytes: number; neededBy: ReadonlySet<number> };

type Pair = { a: Group; b: Group; change: number };

const union = <T>(...sets: Iterable<T>[]) => new Set(sets.flatMap((set) => [...set]));

/** The chunk and all that it imports, directly or through another chunk. */
function withImports(id: string, chunks: ReadonlyMap<string, Chunk>, into = new Set<string>()) {
  const chunk = chunks.get(id);
  if (!chunk || into.has(id)) return into;
  into.add(id);
  for (const imported of chunk.imports) withImports(imported, chunks, into);
  return into;
}

function entriesOf(chunks: ReadonlyMap<string, Chunk>, shell: Chunk): Entry[] {
  const lazy = union(shell.lazyImports, ...[...chunks.values()].map((c) => c.lazyImports));
  const loads = [...lazy]
    .filter((id) => chunks.has(id))
    .map((id) => ({ id, parts: [...withImports(id, chunks)].flatMap((p) => chunks.get(p) ?? []) }));
  return loads.map(({ id, parts }) => ({
    id,
    weight: parts.reduce((sum, { bytes }) => sum + bytes, 0) ** 2,
    openedFrom: shell.lazyImports.includes(id)
      ? []
      : loads.flatMap((other, i) => {
          const opens = other.parts.some(({ lazyImports }) => lazyImports.includes(id));
          return opens && other.id !== id ? [i] : [];
        }),
  }));
}

/**
 * Merges files pair by pair, the pair that saves most first, until nothing is saved and no file is too
 * small. An entry costs the bytes that it loads, and `request` bytes for each file. Files never import
 * each other in a circle, so modules run in the order of their imports.
 */
class Grouping {
  readonly #entries: Entry[];
  readonly #limits: Limits;
  readonly #groupOf = new Map<string, Group>();
  #pairs: Pair[] = [];

  constructor(chunks: ReadonlyMap<string, Chunk>, shell: Chunk, limits: Limits) {
    this.#limits = limits;
    this.#entries = entriesOf(chunks, shell);
    const loads = this.#entries.map(({ id }) => withImports(id, chunks));
    for (const chunk of chunks.values()) {
      const neededBy = new Set(loads.flatMap((ids, i) => (ids.has(chunk.id) ? [i] : [])));
      this.#groupOf.set(chunk.id, { chunks: [chunk], bytes: chunk.bytes, neededBy });
    }
    const groups = this.groups();
    groups.forEach((a, i) => this.#pair(a, groups.slice(i + 1)));
  }

  groups = (): Group[] => [...new Set(this.#groupOf.values())];

  /** Costs of a file for all entries. It is free for one that opens where the file is loaded. */
  #cost(bytes: number, neededBy: ReadonlySet<number>): number {
    const there = new Set(neededBy);
    const isFree = ({ openedFrom }: Entry) =>
      openedFrom.length > 0 && openedFrom.every((opener) => there.has(opener));
    for (let size = -1; size !== there.size;) {
      size = there.size;
      this.#entries.forEach((entry, i) => isFree(entry) && there.add(i));
    }
    const payers = this.#entries.filter((entry, i) => neededBy.has(i) && !isFree(entry));
    return payers.reduce((sum, { weight }) => sum + weight, 0) * (bytes + this.#limits.request);
  }

  #costOf = ({ bytes, neededBy }: Group) => this.#cost(bytes, neededBy);

  /** How merging two files changes the costs of these two. */
  #changeOf = (a: Group, b: Group): number =>
    this.#cost(a.bytes + b.bytes, union(a.neededBy, b.neededBy)) -
    this.#costOf(a) -
    this.#costOf(b);

  #importsOf(...groups: Group[]): Set<Group> {
    const ids = groups.flatMap(({ chunks }) => chunks.flatMap(({ imports }) => imports));
    const found = ids.map((id) => this.#groupOf.get(id)).filter((group) => group !== undefined);
    return new Set(found.filter((group) => !groups.includes(group)));
  }

  #allImportsOf(...groups: Group[]): Set<Group> {
    const found = this.#importsOf(...groups);
    for (const group of found) for (const next of this.#importsOf(group)) found.add(next);
    return found;
  }

  /** Every file after those that it imports. */
  inOrder(): Group[] {
    const ordered = new Set<Group>();
    const place = (group: Group) => {
      if (ordered.has(group)) return;
      this.#importsOf(group).forEach(place);
      ordered.add(group);
    };
    this.groups().forEach(place);
    return [...ordered];
  }

  /** How merging two files changes all costs: what one of them imports is loaded for both. */
  #wholeChangeOf(a: Group, b: Group): number {
    const neededBy = union(a.neededBy, b.neededBy);
    const along = [...this.#allImportsOf(a, b)].map(
      (group) => this.#cost(group.bytes, union(group.neededBy, neededBy)) - this.#costOf(group),
    );
    return along.reduce((sum, change) => sum + change, this.#changeOf(a, b));
  }

  #isTooSmall = ({ bytes }: Group) => bytes < this.#limits.smallest;

  /** Whether some entry that needs `a` alone would load too much with `b` and what `b` imports. */
  #isNeedless(a: Group, b: Group): boolean {
    const along = [b, ...this.#allImportsOf(b)];
    const isSmall = this.#isTooSmall(a) || this.#isTooSmall(b);
    const limit = this.#limits.needless * (isSmall ? 2 : 1);
    return [...a.neededBy].some((entry) => {
      const needless = along.filter(({ neededBy }) => !neededBy.has(entry));
      return needless.reduce((sum, { bytes }) => sum + bytes, 0) > limit;
    });
  }

  #isWorth = ({ a, b, change }: Pair) => change < 0 || this.#isTooSmall(a) || this.#isTooSmall(b);

  #pair(group: Group, others: Group[]): void {
    const fitting = others.filter(
      (other) => !this.#isNeedless(group, other) && !this.#isNeedless(other, group),
    );
    const pairs = fitting.map((other) => ({
      a: group,
      b: other,
      change: this.#changeOf(group, other),
    }));
    this.#pairs.push(...pairs.filter(this.#isWorth));
  }

  /** Whether a third file would import the merged one and be imported by it. */
  #makesCircle = (a: Group, b: Group): boolean =>
    [...this.#importsOf(a, b)].some((group) => {
      const reached = this.#allImportsOf(group);
      return reached.has(a) || reached.has(b);
    });

  #replace(old: Group[], group: Group): void {
    for (const { id } of group.chunks) this.#groupOf.set(id, group);
    this.#pairs = this.#pairs.filter(({ a, b }) => !old.includes(a) && !old.includes(b));
    this.#pair(
      group,
      this.groups().filter((other) => other !== group),
    );
  }

  #merge(a: Group, b: Group): void {
    const neededBy = union(a.neededBy, b.neededBy);
    this.#replace([a, b], {
      chunks: [...a.chunks, ...b.chunks],
      bytes: a.bytes + b.bytes,
      neededBy,
    });
    for (const group of this.#allImportsOf(this.#groupOf.get(a.chunks[0]?.id ?? "") ?? a)) {
      const wider = union(group.neededBy, neededBy);
      if (wider.size > group.neededBy.size) this.#replace([group], { ...group, neededBy: wider });
    }
  }

  /** Merges the best pair; false when there is none left. */
  step(): boolean {
    const best = this.#pairs.reduce<Pair | null>(
      (found, pair) => (found && found.change <= pair.change ? found : pair),
      null,
    );
    if (!best) return false;
    const { a, b } = best;
    const whole = this.#wholeChangeOf(a, b);
    const isLess = whole > best.change; // it saves less, with the imported files: others come first
    best.change = Math.max(whole, best.change);
    if (!this.#isWorth(best) || (!isLess && this.#makesCircle(a, b))) {
      this.#pairs = this.#pairs.filter((pair) => pair !== best);
    } else if (!isLess) this.#merge(a, b);
    return true;
  }
}

/**
 * Returns which chunks become one file, by their ids. A file comes after those that it imports.
 *
 * @param chunks all but the shell, which is loaded by every visit
 */
export function groupChunks(chunks: readonly Chunk[], shell: Chunk, limits: Limits): string[][] {
  const grouping = new Grouping(new Map(chunks.map((chunk) => [chunk.id, chunk])), shell, limits);
  while (grouping.step());
  return grouping.inOrder().map((group) => group.chunks.map(({ id }) => id));
}
