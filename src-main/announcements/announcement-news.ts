import * as z from "zod/mini";
import type { Announcement } from "../../src-shared/api/announcements.ts";

/** What of the announcements was seen, by the server's own times: this computer's clock may be wrong. */
export const seenSchema = z.object({
  /** When the newest one was published, in ms since 1970; 0 where there was none. */
  publishedAt: z.number(),
  /** The ids of those published at that very moment. */
  ids: z.array(z.string()),
});
export type SeenAnnouncements = z.infer<typeof seenSchema>;

const nothing: SeenAnnouncements = { publishedAt: 0, ids: [] };
const timeOf = ({ publishedAt }: Announcement) => Date.parse(publishedAt);

/** Those of the list that were published after the newest one seen, oldest first. */
export const newSince = (
  { publishedAt, ids }: SeenAnnouncements,
  list: readonly Announcement[],
): Announcement[] =>
  list
    .filter(
      (one) => timeOf(one) > publishedAt || (timeOf(one) === publishedAt && !ids.includes(one.id)),
    )
    .toSorted((a, b) => timeOf(a) - timeOf(b));

/** What is seen once the whole list is. What was seen before stays so, also when it was withdrawn. */
export function seenWith(
  before: SeenAnnouncements | null,
  list: readonly Announcement[],
): SeenAnnouncements {
  const { publishedAt, ids } = before ?? nothing;
  const newest = Math.max(publishedAt, ...list.map(timeOf));
  const ofThatMoment = list.filter((one) => timeOf(one) === newest).map(({ id }) => id);
  const kept = newest === publishedAt ? ids : [];
  return { publishedAt: newest, ids: [...new Set([...kept, ...ofThatMoment])] };
}
