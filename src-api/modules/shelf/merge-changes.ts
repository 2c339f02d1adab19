import type { ShelfChange } from "#shared/api/shelf-changes.ts";
import type { ReadingPosition } from "#shared/api/shelf.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { timeOfChange } from "#api/infra/device-time.ts";

/** An item of the shelf as it is stored, without its owner. */
export type ShelfItem = {
  type: ShelfChange["type"];
  kind: ContentKind;
  slug: string;
  /** What is ticked off; empty for other types. */
  item: string;
  place: ReadingPosition | null;
  isRemoved: boolean;
  changedAt: Date;
};

/** Identifies an item of a user. */
export const keyOf = ({
  type,
  kind,
  slug,
  item,
}: Pick<ShelfItem, "type" | "kind" | "slug" | "item">): string => `${type}/${kind}/${slug}/${item}`;

/** Returns whether an item replaces another: the later one does; at the same moment the one that is not removed does. */
const replaces = (item: ShelfItem, other: ShelfItem): boolean => {
  const later = item.changedAt.getTime() - other.changedAt.getTime();
  return later === 0 ? other.isRemoved && !item.isRemoved : later > 0;
};

/** Returns the items that changes make, in the order of their keys, so that requests cannot wait for each other. */
export function itemsOf(
  changes: readonly ShelfChange[],
  { sentAt, now }: { sentAt: string; now: Date },
): ShelfItem[] {
  const items = new Map<string, ShelfItem>();
  for (const change of changes) {
    const { type, kind, slug, item: part = "" } = change;
    const place = (type === "place" && change.isKept && change.place) || null;
    const isRemoved = type === "place" ? place === null : !change.isKept;
    const changedAt = timeOfChange({ at: change.at, sentAt }, now);
    const item = { type, kind, slug, item: part, place, isRemoved, changedAt };
    const other = items.get(keyOf(item));
    if (!other || replaces(item, other)) items.set(keyOf(item), item);
  }
  return [...items.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** Presents a stored item as the change that it came from. */
export const presentItem = (item: ShelfItem): ShelfChange => ({
  type: item.type,
  kind: item.kind,
  slug: item.slug,
  at: item.changedAt.toISOString(),
  isKept: !item.isRemoved,
  ...(item.place && { place: item.place }),
  ...(item.item && { item: item.item }),
});
