import { dayMs, hourMs } from "#shared/durations.ts";
import { isActiveMember } from "#shared/active-member.ts";
import { userSchema, type User } from "#shared/api/user.ts";
import { leaseSchema, type Lease } from "#shared/offline-library.ts";
import { createListeners } from "#shared/listeners.ts";
import { clearContent, type ContentTransaction } from "#renderer/platform/content-database.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { hashText } from "#shared/text-hash.ts";

/** Time for which stored content may be read after the server last said "active member". */
export const leaseLastsMs = 14 * dayMs;

/** Time by which a clock may go back without having been turned back: it is corrected from time to time. */
export const clockToleranceMs = hourMs;

type Holder = { userId: string; session: number };

/** Returns a member's holder; the token itself is not stored. Null for a user without an id, whose content is not stored. */
export const holderOf = (userId: string | undefined, token: string | null): Holder | null =>
  userId && token !== null ? { userId, session: hashText(token) } : null;

/** Why a lease is no longer valid. */
type LeaseEnd = "over" | "clock-turned-back" | "other-session";

/** Returns why a session may not read under a lease now, or null if it may. */
export function leaseEnd(
  { session, issuedAt, until, lastSeen }: Lease,
  token: string,
  now: number,
): LeaseEnd | null {
  if (session !== hashText(token)) return "other-session";
  return timeEnd({ issuedAt, until, lastSeen }, now);
}

/** The same whatever the session: for a member whom the server has just confirmed. */
function timeEnd(
  { issuedAt, until, lastSeen }: Pick<Lease, "issuedAt" | "until" | "lastSeen">,
  now: number,
): LeaseEnd | null {
  if (now < Math.max(issuedAt, lastSeen) - clockToleranceMs) return "clock-turned-back";
  // A lease that was issued by a clock in the future is no longer than others.
  return now >= until || until - issuedAt > leaseLastsMs ? "over" : null;
}

/** Returns the lease of a member whom the server has just confirmed. */
export const issueLease = (holder: Holder, now: number, keepsTexts = true): Lease => ({
  ...holder,
  issuedAt: now,
  until: now + leaseLastsMs,
  lastSeen: now,
  keepsTexts,
});

/** Returns a lease that has seen a time. */
export const seenAt = (lease: Lease, now: number): Lease => ({
  ...lease,
  lastSeen: Math.max(lease.lastSeen, now),
});

/** Time by which the latest seen time may lag behind, to spare a write. */
const seenEveryMs = 60_000;

const changed = createListeners();

/** Calls the listener when something stored was changed by this window. Returns the unsubscribe. */
export const onOfflineChanged = changed.add;

/** Has what shows stored content read it again. */
export const notifyOfflineChanged = (): void => changed.emit();

const readLease = async (transaction: ContentTransaction): Promise<Lease | null> =>
  leaseSchema.safeParse(await transaction.objectStore("lease").get("lease")).data ?? null;

/** The stored content, while its lease is valid. */
export type LeasedContent = { transaction: ContentTransaction; lease: Lease; now: number };

/** Stands for a lease that has ended, whose content has to go. */
const ended = Symbol("ended");

/** Reads the lease and runs something under it; null without one, or under that of another session. */
async function underLeaseIn<T>(
  transaction: ContentTransaction,
  token: string,
  run: (leased: LeasedContent) => Promise<T>,
): Promise<T | null | typeof ended> {
  const lease = await readLease(transaction);
  // Logged out while the database was opened, which has made it anew.
  if (platform.read("token") !== token) return ended;
  if (!lease) return null;
  const now = Date.now();
  if (timeEnd(lease, now)) return ended;
  // Of another session: the next answer of the server shows whether it is of the same user.
  if (leaseEnd(lease, token, now)) return null;
  if (now - lease.lastSeen > seenEveryMs) {
    await transaction.objectStore("lease").put(seenAt(lease, now), "lease");
  }
  return run({ transaction, lease, now });
}

/** Runs something on the stored content. Null without a valid lease: what an ended one leaves is deleted. */
export async function underLease<T>(run: (leased: LeasedContent) => Promise<T>): Promise<T | null> {
  const token = platform.read("token");
  if (token === null) return null;
  const result = await platform.offlineLibrary.transact((transaction) =>
    underLeaseIn(transaction, token, run),
  );
  if (result !== ended) return result;
  await platform.offlineLibrary.remove();
  return null;
}

/** The same for reading only: null if storage is denied as well. */
export const readUnderLease = <T>(run: (leased: LeasedContent) => Promise<T>): Promise<T | null> =>
  underLease(run).catch(() => null);

/** The member whom the server named last, and when, in ms since 1970. */
export type LeaseHolder = { user: User; namedAt: number };

/** Returns the member who holds the lease; null without a valid one. */
export const readHolder = (): Promise<LeaseHolder | null> =>
  readUnderLease(async ({ transaction, lease }) => {
    const user = userSchema.safeParse(await transaction.objectStore("lease").get("user")).data;
    const isHolder = user?.id === lease.userId && isActiveMember(platform.read("token"), user);
    return isHolder ? { user, namedAt: lease.issuedAt } : null;
  });

/** Renews a confirmed member's lease. What an ended lease or another user left is deleted first. */
export async function renewLease(user: User): Promise<void> {
  const token = platform.read("token");
  const holder = holderOf(user.id, token);
  if (!holder) return;
  const renew = async (transaction: ContentTransaction) => {
    const old = await readLease(transaction);
    const now = Date.now();
    const isOwn = old !== null && old.userId === holder.userId;
    if (!isOwn || timeEnd(old, now)) await clearContent(transaction);
    if (platform.read("token") !== token) return false;
    const lease = issueLease(holder, now, isOwn ? old.keepsTexts : true);
    await transaction.objectStore("lease").put(lease, "lease");
    // No page that is read without a connection needs the mail address.
    await transaction.objectStore("lease").put({ ...user, email: undefined }, "user");
    return true;
  };
  const isRenewed = await platform.offlineLibrary.transact(renew).catch(() => true);
  if (!isRenewed) await platform.offlineLibrary.remove();
  notifyOfflineChanged();
}
