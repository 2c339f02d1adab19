import { Lru } from "toad-cache";
import type { Services } from "../services.ts";

/** How many counters are remembered; those that were asked for longest ago are dropped. */
const most = 10_000;

/** The counters of each services that are known to be over their limit, with the time until then. */
const refusalsOf = new WeakMap<Services, Lru<Date>>();

function refusals(services: Services): Lru<Date> {
  const known = refusalsOf.get(services) ?? new Lru<Date>(most);
  refusalsOf.set(services, known);
  return known;
}

/** Until when a counter is known to refuse. It may be a time that is over. */
export const knownRefusal = (services: Services, key: string): Date | undefined =>
  refusals(services).get(key);

/** Remembers that a counter refuses until then, so that the database need not be asked again. */
export const noteRefusal = (services: Services, key: string, until: Date): void =>
  refusals(services).set(key, until);

/** Forgets what was remembered of a counter, since a try was taken back. */
export const forgetRefusal = (services: Services, key: string): void =>
  refusals(services).delete(key);
