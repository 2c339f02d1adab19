import { desc, eq, inArray } from "drizzle-orm";
import { charges, idempotencyKeys, purchases, subscriptions } from "../../billing/schema.ts";
import { contactMessages } from "../../contact/schema.ts";
import { emailChanges, oneTimeTokens, sessions } from "../schema.ts";
import { deviceName } from "../sessions/device-name.ts";
import { findUser, type Accounts } from "../users.ts";

/** What is kept about somebody's signing in: no token, no hash. */
async function signInData({ database }: Accounts, userId: string) {
  const devices = await database
    .select({
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  const mailedLinks = await database
    .select({
      purpose: oneTimeTokens.purpose,
      email: oneTimeTokens.email,
      createdAt: oneTimeTokens.createdAt,
      expiresAt: oneTimeTokens.expiresAt,
    })
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.userId, userId));
  const [emailChange] = await database
    .select({
      email: emailChanges.email,
      createdAt: emailChanges.createdAt,
      expiresAt: emailChanges.expiresAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId));
  const withDevice = devices.map((session) => ({
    device: deviceName(session.userAgent),
    ...session,
  }));
  return { sessions: withDevice, mailedLinks, emailChange: emailChange ?? null };
}

async function billingData({ database }: Accounts, userId: string) {
  const bought = await database
    .select()
    .from(purchases)
    .where(eq(purchases.userId, userId))
    .orderBy(desc(purchases.createdAt));
  const ids = bought.map(({ id }) => id);
  const paid = await database.select().from(charges).where(inArray(charges.purchaseId, ids));
  const memberships = await database
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const submits = await database
    .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.userId, userId));
  return { purchases: bought, charges: paid, subscriptions: memberships, submits };
}

/**
 * Everything that is held about a user, times as ISO texts, amounts in minor units. Contact messages
 * are found by the proven address only: anybody can claim to have another one.
 */
export async function personalData(accounts: Accounts, userId: string) {
  const user = await findUser(accounts.database, userId);
  if (!user) return null;
  const { passwordHash: _, ...profile } = user;
  const messages = user.email
    ? await accounts.database
        .select()
        .from(contactMessages)
        .where(eq(contactMessages.email, user.email))
    : [];
  return {
    exportedAt: accounts.now(),
    profile,
    ...(await signInData(accounts, userId)),
    ...(await billingData(accounts, userId)),
    contactMessages: messages,
  };
}
