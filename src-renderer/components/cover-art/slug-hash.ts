/**
 * FNV-1a over the UTF-16 code units of a text: short, stable across browsers and good enough to spread slugs.
 * @returns an unsigned 32-bit integer
 */
export function hashSlug(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Repeatable choices: the same seed gives the same answers in the same order. */
export type Chooser = {
  /** One entry of a list that is not empty. */
  pick: <T>(list: readonly [T, ...T[]]) => T;
  /** A number from low (included) to high (excluded). */
  between: (low: number, high: number) => number;
};

/** Makes a chooser from an unsigned 32-bit seed (mulberry32). */
export function createChooser(seed: number): Chooser {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    between: (low, high) => low + next() * (high - low),
  };
}
