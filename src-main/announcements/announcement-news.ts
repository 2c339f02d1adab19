import * as z from "zod/mini";
import type { Announcement } from "#shared/api/announcements.ts";

/** Which announcements were seen, by the server's times: this computer's clock may be wrong. */
export const seenSchema = z.object({
  /** When the newest one was published, in ms since 1970; 0 if there was none. */
  publishedAt: z.number(),
  /** The IDs of those published at exactly that time. */
  ids: z.array(z.string()),
});
export type SeenAnnouncements = z.infer<typeof seenSchema>;

const nothing: SeenAnnouncements = { publishedAt: 0, ids: [] };
const timeOf = ({ publishedAt }: Announcement) => Date.parse(publishedAt);

/** Returns the announcements that were published after the newest one seen, oldest first. */
export const newSince = (
  { publishedAt, ids }: SeenAnnouncements,
  list: readonly Announcement[],
): Announcement[] =>
  list
    .filter(
      (one) => timeOf(one) > publishedAt || (timeOf(one) === publishedAt && !ids.includes(one.id)),
    )
    .toSorted((a, b) => timeOf(a) - timeOf(b));

/** Marks the whole list as seen. Announcements seen before stay so, even if they were withdrawn. */
export function withAllSeen(
  before: SeenAnnouncements | null,
  list: readonly Announcement[],
): SeenAnnouncements {
  const { publishedAt, ids } = before ?? nothing;
  const newest = Math.max(publishedAt, ...list.map(timeOf));
  const ofThatTime = list.filter((one) => timeOf(one) === newest).map(({ id }) => id);
  const known = newest === publishedAt ? ids : [];
  return { publishedAt: newest, ids: [...new Set([...known, ...ofThatTime])] };
}
