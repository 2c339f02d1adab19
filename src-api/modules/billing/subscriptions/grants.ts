import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { endLapsed } from "./subscription.ts";
import { subscriptions } from "../schema.ts";
import type { Accounts } from "../../accounts/users.ts";

/** The live membership, its row locked; one whose time is over is marked as ended first. */
export async function liveMembership({ database, now }: Accounts, userId: string) {
  await endLapsed(database, userId, now());
  const [live] = await database
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.userId, userId), inArray(subscriptions.status, ["pending", "active"])),
    )
    .for("update");
  return live ?? null;
}

/**
 * Gives a membership that costs nothing, until a time or without end (null); of one that was
 * granted before, changes the end. False, and nothing changed, when the user pays for one.
 */
export const grantMembership = (
  { database, now }: Accounts,
  userId: string,
  until: Date | null,
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const live = await liveMembership({ database: transaction, now }, userId);
    if (live?.source === "purchase") return false;
    if (live) {
      await transaction
        .update(subscriptions)
        .set({ endsAt: until })
        .where(eq(subscriptions.id, live.id));
      return true;
    }
    await transaction.insert(subscriptions).values({
      id: randomUUID(),
      userId,
      source: "grant",
      status: "active",
      startedAt: now(),
      endsAt: until,
      cancelAtPeriodEnd: false,
    });
    return true;
  });

/** Ends a granted membership now. False when there is none; a paid one is not touched. */
export async function revokeGrant({ database, now }: Accounts, userId: string): Promise<boolean> {
  const revoked = await database
    .update(subscriptions)
    .set({ status: "ended", endsAt: now() })
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.source, "grant"),
        eq(subscriptions.status, "active"),
      ),
    )
    .returning({ id: subscriptions.id });
  return revoked.length > 0;
}
