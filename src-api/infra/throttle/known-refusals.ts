import { Lru } from "toad-cache";
import type { Services } from "../services.ts";

/** Number of remembered counters; the least recently used ones are dropped. */
const most = 10_000;

/** By portal: the counters that are known to be over their limit, with the time when that ends. */
const refusalsOf = new WeakMap<Services, Lru<Date>>();

function refusals(services: Services): Lru<Date> {
  const known = refusalsOf.get(services) ?? new Lru<Date>(most);
  refusalsOf.set(services, known);
  return known;
}

/** Returns the time until which a counter is known to refuse, which may have passed. */
export const knownRefusal = (services: Services, key: string): Date | undefined =>
  refusals(services).get(key);

/** Remembers that a counter refuses until a time, which saves queries. */
export const noteRefusal = (services: Services, key: string, until: Date): void =>
  refusals(services).set(key, until);

/** Forgets a counter after a try was undone. */
export const forgetRefusal = (services: Services, key: string): void =>
  refusals(services).delete(key);
