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
