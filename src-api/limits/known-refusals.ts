import { Lru } from "toad-cache";
import type { Portal } from "../portal.ts";

/** How many counters are remembered; those that were asked for longest ago are dropped. */
const most = 10_000;

/** The counters of each portal that are known to be over their limit, with the time until then. */
const refusalsOf = new WeakMap<Portal, Lru<Date>>();

function refusals(portal: Portal): Lru<Date> {
  const known = refusalsOf.get(portal) ?? new Lru<Date>(most);
  refusalsOf.set(portal, known);
  return known;
}

/** Until when a counter is known to refuse. It may be a time that is over. */
export const knownRefusal = (portal: Portal, key: string): Date | undefined =>
  refusals(portal).get(key);

/** Remembers that a counter refuses until then, so that the database need not be asked again. */
export const noteRefusal = (portal: Portal, key: string, until: Date): void =>
  refusals(portal).set(key, until);

/** Forgets what was remembered of a counter, since a try was taken back. */
export const forgetRefusal = (portal: Portal, key: string): void => refusals(portal).delete(key);
