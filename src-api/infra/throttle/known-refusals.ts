import { Lru } from "toad-cache";
import type { Services } from "../services.ts";

/** Maximum number of remembered counters; the least recently used ones are dropped. */
const maxRemembered = 10_000;

/** Counters that are known to be over their limit, with the time when that ends, per `Services`. */
const refusalsOf = new WeakMap<Services, Lru<Date>>();

function refusals(services: Services): Lru<Date> {
  const known = refusalsOf.get(services) ?? new Lru<Date>(maxRemembered);
  refusalsOf.set(services, known);
  return known;
}

/** Returns the time until which a counter is known to refuse; may be in the past. */
export const knownRefusal = (services: Services, key: string): Date | undefined =>
  refusals(services).get(key);

/** Remembers until when a counter refuses, so that the database need not be queried again. */
export const rememberRefusal = (services: Services, key: string, until: Date): void =>
  refusals(services).set(key, until);

/** Forgets the refusal of a counter, after an attempt was undone. */
export const forgetRefusal = (services: Services, key: string): void =>
  refusals(services).delete(key);
