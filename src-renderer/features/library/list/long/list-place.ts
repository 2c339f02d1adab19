import { onClearCache } from "../../../../api-client/cache.ts";
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
