import type { MembershipHolder } from "#shared/active-member.ts";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { users } from "#api/modules/accounts/module.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { calendarAddresses } from "#api/modules/training/schema.ts";

type AddressRow = typeof calendarAddresses.$inferSelect;

export async function saveAddress(database: Database, address: AddressRow): Promise<void> {
  await database
    .insert(calendarAddresses)
    .values(address)
    .onConflictDoUpdate({
      target: calendarAddresses.userId,
      set: insertedValues(calendarAddresses),
    });
}

/** Returns the user's address without the hash of its token, or null. */
export async function findAddress(database: Database, userId: string) {
  const { timeZone, language, createdAt } = calendarAddresses;
  const [address] = await database
    .select({ timeZone, language, createdAt })
    .from(calendarAddresses)
    .where(eq(calendarAddresses.userId, userId));
  return address ?? null;
}

/** Ends a user's address; returns false where there was none. */
export async function removeAddress(database: Database, userId: string): Promise<boolean> {
  const removed = await database
    .delete(calendarAddresses)
    .where(eq(calendarAddresses.userId, userId))
    .returning({ userId: calendarAddresses.userId });
  return removed.length > 0;
}

/** Whose calendar an address shows, and the state of the user's membership. */
type Subscriber = MembershipHolder & { userId: string; timeZone: string; language: Language };

export async function findSubscriber(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<Subscriber | null> {
  const { userId, timeZone, language } = calendarAddresses;
  const isOwned = sql<boolean>`exists (select from ${subscriptions}
    where ${subscriptions.userId} = ${users.id} and ${membershipInForce(now)})`;
  const [subscriber] = await database
    .select({ userId, timeZone, language, roles: users.roles, subscriptionOwned: isOwned })
    .from(calendarAddresses)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(calendarAddresses.tokenHash, tokenHash));
  return subscriber ?? null;
}
