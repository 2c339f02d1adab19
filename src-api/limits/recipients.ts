import { inArray, sql } from "drizzle-orm";
import { ApiError } from "../api-error.ts";
import { rateLimits } from "../database/schema.ts";
import type { Portal } from "../portal.ts";
import { isOver, keyOf, secondsUntil } from "./counters.ts";

/** Mails to one recipient within a time (ms), wherever that hour begins. */
export const mailsToOne = { limit: 5, within: 60 * 60_000 };

/** Takes a place for a mail if it is free; false when another mail took it within the last hour. */
async function takePlace({ database, now }: Portal, key: string): Promise<boolean> {
  const at = now();
  const expiresAt = new Date(at.getTime() + mailsToOne.within);
  const taken = await database
    .insert(rateLimits)
    .values({ key, points: 1, expiresAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt }, setWhere: isOver(at) })
    .returning({ key: rateLimits.key });
  return taken.length > 0;
}

/**
 * Counts a mail to somebody, before it is sent and whoever asks for it: at most five in any hour. Throws
 * `too-many-requests` with the seconds until the next one. Call it whether or not an account has the
 * address, or the answer would tell.
 */
export async function throttleRecipient(portal: Portal, email: string): Promise<void> {
  const recipient = email.trim().toLowerCase();
  const places = Array.from({ length: mailsToOne.limit }, (_, place) =>
    keyOf("recipient", recipient, String(place)),
  );
  for (const place of places) if (await takePlace(portal, place)) return;
  const [row] = await portal.database
    .select({ next: sql<string>`min(${rateLimits.expiresAt})` })
    .from(rateLimits)
    .where(inArray(rateLimits.key, places));
  const now = portal.now();
  const retryAfter = secondsUntil(new Date(row?.next ?? now), now);
  throw new ApiError("too-many-requests", { retryAfter });
}
