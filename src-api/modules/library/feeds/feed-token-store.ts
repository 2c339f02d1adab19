import type { Role } from "#shared/active-member.ts";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { feedTokens } from "#api/modules/library/schema.ts";

/** Stores the token of a user's feed; the one before stops working. */
export async function replaceToken(
  database: Database,
  token: typeof feedTokens.$inferSelect,
): Promise<void> {
  await database
    .insert(feedTokens)
    .values(token)
    .onConflictDoUpdate({ target: feedTokens.userId, set: token });
}

/** Ends a user's address; returns false where there was none. */
export async function deleteToken(database: Database, userId: string): Promise<boolean> {
  const deleted = await database
    .delete(feedTokens)
    .where(eq(feedTokens.userId, userId))
    .returning({ userId: feedTokens.userId });
  return deleted.length > 0;
}

/** Returns since when a user has this address of a feed, or null. */
export async function findFeed(
  database: Database,
  userId: string,
): Promise<{ createdAt: Date } | null> {
  const [feed] = await database
    .select({ createdAt: feedTokens.createdAt })
    .from(feedTokens)
    .where(eq(feedTokens.userId, userId));
  return feed ?? null;
}

/** Whose feed it is, and what decides whether it may contain whole texts. */
export type FeedHolder = {
  createdAt: Date;
  language: Language;
  roles: Role[];
  subscriptionOwned: boolean;
  /** When the latest membership that is over was paid until; null without one. */
  endedAt: Date | null;
};

/** Returns the holder of a token; null for one that never existed or was revoked. */
export async function findHolder(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<FeedHolder | null> {
  const ofHolder = sql`from ${subscriptions} where ${subscriptions.userId} = ${users.id}`;
  const [holder] = await database
    .select({
      createdAt: feedTokens.createdAt,
      language: users.language,
      roles: users.roles,
      subscriptionOwned: sql<boolean>`exists (select ${ofHolder} and ${membershipInForce(now)})`,
      endedAt: sql<Date | null>`(select max(${subscriptions.endsAt}) ${ofHolder})`.mapWith(
        subscriptions.endsAt,
      ),
    })
    .from(feedTokens)
    .innerJoin(users, eq(users.id, feedTokens.userId))
    .where(eq(feedTokens.tokenHash, tokenHash));
  return holder ?? null;
}
