import type { listShows } from "#shared/api/show-day.ts";
import { deviceDate } from "#shared/calendar-date.ts";
import { offlineShowsSchema, type OfflineShows } from "#shared/offline-library.ts";
import type { Answer } from "#renderer/api-client/client.ts";
import { readUnderLease, notifyOfflineChanged, underLease, type Held } from "./offline-store.ts";

const showsOf = ({ transaction }: Held) => transaction.objectStore("shows");

/** Returns the shows of the lease's holder; null without any. */
export async function ownShows(held: Held): Promise<OfflineShows | null> {
  const kept = offlineShowsSchema.safeParse(await showsOf(held).get("shows")).data;
  return kept?.userId === held.lease.userId ? kept : null;
}

/** Removes the shows. */
export const removeShows = (held: Held): Promise<void> => showsOf(held).delete("shows");

/**
 * Keeps the shows that are not over, with their countdowns, in place of those kept before. Resolves to whether any is
 * kept.
 */
export async function storeShows({ shows, ...rest }: Answer<typeof listShows>): Promise<boolean> {
  const today = deviceDate(new Date());
  const ahead = shows.filter(({ on }) => on >= today);
  const isKept = await underLease(async (held) => {
    const { lease, now } = held;
    await removeShows(held);
    if (ahead.length === 0 || !lease.keepsTexts) return false;
    const kept: OfflineShows = {
      userId: lease.userId,
      answer: { shows: ahead, ...rest },
      keptAt: now,
    };
    await showsOf(held).put(kept, "shows");
    return true;
  }).catch(() => false);
  notifyOfflineChanged();
  return isKept ?? false;
}

/** Returns the shows with the end of the lease; null without a lease. */
export const readShows = () =>
  readUnderLease(async (held) => ({ kept: await ownShows(held), until: held.lease.until }));
