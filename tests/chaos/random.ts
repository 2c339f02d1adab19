import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Random draws, the same for the same seed. */
export type Random = {
  /** Returns a whole number from 0 to `count` - 1. */
  below: (count: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** One of the entries; an entry of weight 2 is drawn twice as often as one of weight 1. */
  weighted: <T>(entries: readonly (readonly [weight: number, entry: T])[]) => T;
};

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const below = (count: number) => uniformInt(generator, 0, count - 1);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T; // below its length
  const weighted: Random["weighted"] = (entries) =>
    pick(entries.flatMap(([weight, entry]) => Array.from({ length: weight }, () => entry)));
  return { below, pick, weighted };
}
