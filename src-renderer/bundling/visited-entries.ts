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

/** Ids of chunks. */
export type Visits = {
  /** Parts that every visit loads, whichever its page. */
  always: readonly string[];
  /** First visits, by all parts that each loads: what is needless weighs most there. */
  first: readonly (readonly string[])[];
};

/** How much a first visit counts, a page by itself, and a part that is opened on a page. */
const weights = { first: 10, page: 1, opened: 0.3 };

/** A first visit, or a page or another part that is loaded on demand. Chunks and entries are indexes. */
export type Entry = {
  /** Its chunks, and those of `always`. */
  chunks: readonly number[];
  /** Bytes of these and of all chunks that they import. */
  bytes: number;
  /** The entries that may load it: what all of them have loaded is free. None: the shell may. */
  openedFrom: readonly number[];
  weight: number;
};

/** Returns the first visits and the parts that are loaded on demand, with what each needs by itself. */
export function entriesOf(chunks: readonly Chunk[], shell: Chunk, visits: Visits): Entry[] {
  const indexes = (ids: readonly string[]) =>
    ids.map((id) => chunks.findIndex((chunk) => chunk.id === id)).filter((i) => i >= 0);
  const withImports = (needed: readonly number[]) => {
    const all = new Set(needed);
    for (const at of all) for (const more of indexes(chunks[at]?.imports ?? [])) all.add(more);
    return [...all];
  };
  const always = indexes(visits.always);
  const lazy = indexes([...shell.lazyImports, ...chunks.flatMap((chunk) => chunk.lazyImports)]);
  const entry = (parts: readonly number[]) => {
    const needed = withImports([...parts, ...always]);
    return {
      chunks: [...parts, ...always],
      bytes: needed.reduce((sum, part) => sum + (chunks[part]?.bytes ?? 0), 0),
    };
  };
  const own = [...new Set(lazy).difference(new Set(always))].map((at) => ({
    at,
    id: chunks[at]?.id ?? "",
    parts: withImports([at]),
  }));
  const onDemand = own.map(({ at, id }) => {
    const opens = (other: (typeof own)[number]) =>
      other.id !== id && other.parts.some((part) => chunks[part]?.lazyImports.includes(id));
    const openedFrom = shell.lazyImports.includes(id)
      ? []
      : own.flatMap((other, i) => (opens(other) ? [i] : []));
    const weight = weights[openedFrom.length > 0 ? "opened" : "page"];
    return { ...entry([at]), openedFrom, weight };
  });
  const first = visits.first.map((ids) => ({
    ...entry(indexes(ids)),
    openedFrom: [],
    weight: weights.first,
  }));
  return [...onDemand, ...first];
}
