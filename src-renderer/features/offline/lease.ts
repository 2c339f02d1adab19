import type { Lease } from "#shared/offline-library.ts";
import { hashText } from "#shared/text-hash.ts";

/** ms for which kept content may be read after the server last said "active member". */
export const leaseLasts = 14 * 24 * 60 * 60_000;

/** ms by which a clock may go back without having been turned back: it is corrected from time to time. */
export const clockTolerance = 60 * 60_000;

/** The member and the session that a lease is for. */
export type Holder = { userId: string; session: number };

/** Returns a member's holder; the token itself is not kept. Null for a user without an id, whose content is not kept. */
export const holderOf = (userId: string | undefined, token: string | null): Holder | null =>
  userId && token !== null ? { userId, session: hashText(token) } : null;

/** Why a lease does not hold any more. */
export type LeaseEnd = "over" | "clock-turned-back" | "other-session";

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
export function timeEnd(
  { issuedAt, until, lastSeen }: Pick<Lease, "issuedAt" | "until" | "lastSeen">,
  now: number,
): LeaseEnd | null {
  if (now < Math.max(issuedAt, lastSeen) - clockTolerance) return "clock-turned-back";
  // A lease that was issued by a clock in the future is no longer than others.
  return now >= until || until - issuedAt > leaseLasts ? "over" : null;
}

/** Returns the lease of a member whom the server has just confirmed. */
export const issueLease = (holder: Holder, now: number, keepsTexts = true): Lease => ({
  ...holder,
  issuedAt: now,
  until: now + leaseLasts,
  lastSeen: now,
  keepsTexts,
});

/** Returns a lease that has seen a time. */
export const seenAt = (lease: Lease, now: number): Lease => ({
  ...lease,
  lastSeen: Math.max(lease.lastSeen, now),
});
