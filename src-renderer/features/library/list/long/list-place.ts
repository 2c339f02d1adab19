import { onClearCache } from "../../../../api-client/cache.ts";
import type { Place } from "../list-start.ts";
import type { ListPages } from "./list-pages.ts";
import type { LeftRows } from "./use-rows.ts";

/** What going back to a list needs to look as it was left. */
type LeftList = { pages: ListPages; rows: LeftRows };

/** Lists that are remembered. */
const most = 8;

const left = new Map<string, LeftList>();
onClearCache(() => left.clear());

/** Remembers how a list was left, by the key of its entry in the history. */
export function leaveList(key: string, list: LeftList): void {
  left.delete(key);
  left.set(key, list);
  const [oldest] = left.keys();
  if (left.size > most && oldest !== undefined) left.delete(oldest);
}

/** Returns how the list of an entry in the history was left. */
export const leftList = (key: string): LeftList | undefined => left.get(key);

/**
 * Writes the place in a list into the address, and the exact one into the entry of the history, without telling the
 * router: nothing on the page depends on it until the page is loaded again.
 */
export function writePlace(place: Place, cursor: string | null): void {
  const url = new URL(window.location.href);
  if (cursor === null) url.searchParams.delete("from");
  else url.searchParams.set("from", cursor);
  // What React Router stores there
  const state: unknown = window.history.state;
  const others = typeof state === "object" ? state : {};
  window.history.replaceState({ ...others, listPlace: place }, "", url);
}
