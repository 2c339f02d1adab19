import type { Role } from "#shared/active-member.ts";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  arrayContains,
  asc,
  eq,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { weeklyMails } from "#api/modules/library/schema.ts";

type WeeklyMail = typeof weeklyMails.$inferSelect;

const ofUser = (userId: string) => eq(weeklyMails.userId, userId);

/** Returns since when a user wants the weekly mail, or null. */
export async function findSubscription(
  database: Database,
  userId: string,
): Promise<Pick<WeeklyMail, "createdAt"> | null> {
  const [wish] = await database
    .select({ createdAt: weeklyMails.createdAt })
    .from(weeklyMails)
    .where(ofUser(userId));
  return wish ?? null;
}

/** Stores that a user wants the mail; changes nothing for somebody who already gets it. */
export async function subscribe(
  database: Database,
  wish: Pick<WeeklyMail, "userId" | "createdAt" | "dueAt" | "newSince">,
): Promise<void> {
  await database.insert(weeklyMails).values(wish).onConflictDoNothing();
}

export async function unsubscribe(database: Database, userId: string): Promise<void> {
  await database.delete(weeklyMails).where(ofUser(userId));
}

/** Whom a mail is for, and what decides whether it is sent. */
export type Recipient = {
  userId: string;
  /** Null while the address is not proven. */
  email: string | null;
  language: Language;
  roles: Role[];
  subscriptionOwned: boolean;
};

/** SQL condition: a membership of the user is in force. */
const ownsSubscription = (now: Date) =>
  sql<boolean>`exists (select from ${subscriptions} where ${subscriptions.userId} = ${users.id} and ${membershipInForce(now)})`;

/** SQL condition: somebody who wants the mail may have it, as `mayRead` says. */
export const isReader = (now: Date) =>
  and(
    isNotNull(users.email),
    or(arrayContains(users.roles, ["ROLE_ADMIN"]), ownsSubscription(now)),
  );

const recipientColumns = (now: Date) => ({
  userId: weeklyMails.userId,
  newSince: weeklyMails.newSince,
  email: users.email,
  language: users.language,
  roles: users.roles,
  subscriptionOwned: ownsSubscription(now),
});

/** Returns mails that are due, locked; those that another process has locked are left to it. */
export const lockDueMails = (
  tx: Database,
  now: Date,
  limit: number,
): Promise<(Recipient & Pick<WeeklyMail, "newSince">)[]> =>
  tx
    .select(recipientColumns(now))
    .from(weeklyMails)
    .innerJoin(users, eq(users.id, weeklyMails.userId))
    .where(lte(weeklyMails.dueAt, now))
    .orderBy(asc(weeklyMails.dueAt))
    .limit(limit)
    .for("update", { of: weeklyMails, skipLocked: true });

/** Returns whom the mail is for; null when it is no longer wanted or the account is gone. */
export async function findRecipient(
  database: Database,
  userId: string,
  now: Date,
): Promise<Recipient | null> {
  const [recipient] = await database
    .select(recipientColumns(now))
    .from(weeklyMails)
    .innerJoin(users, eq(users.id, weeklyMails.userId))
    .where(ofUser(userId));
  return recipient ?? null;
}

export async function postpone(
  tx: Database,
  userId: string,
  changes: Pick<WeeklyMail, "dueAt" | "newSince">,
): Promise<void> {
  await tx.update(weeklyMails).set(changes).where(ofUser(userId));
}

/** Records that a mail is being sent. Returns false when it was before, or the mail is no longer wanted. */
export async function claimMail(database: Database, userId: string, until: Date) {
  const { sentUntil } = weeklyMails;
  const claimed = await database
    .update(weeklyMails)
    .set({ sentUntil: until })
    .where(and(ofUser(userId), or(isNull(sentUntil), lt(sentUntil, until))))
    .returning({ userId: weeklyMails.userId });
  return claimed.length > 0;
}

/** Takes a claim back, so that the mail is tried again. */
export async function releaseMail(
  database: Database,
  userId: string,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  await database
    .update(weeklyMails)
    .set({ sentUntil: since })
    .where(and(ofUser(userId), eq(weeklyMails.sentUntil, until)));
}
