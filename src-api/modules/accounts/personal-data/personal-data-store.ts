import type { Database } from "#api/infra/database/connect.ts";
import { eq, getTableColumns } from "#api/infra/database/drizzle.ts";
import { emailChanges, knownDevices, oneTimeTokens, passkeys, sessions, users } from "../schema.ts";

/** Returns the user without the hash of the password, and the mark of demo mode. */
export async function findProfile(database: Database, userId: string) {
  const { passwordHash: _, isDemo: __, ...profile } = getTableColumns(users);
  const [user] = await database.select(profile).from(users).where(eq(users.id, userId));
  return user ?? null;
}

/** Returns the user's sessions without their token hashes. */
export const findDevices = (database: Database, userId: string) =>
  database
    .select({
      userAgent: sessions.userAgent,
      factors: sessions.factors,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId));

/** Returns the links that were mailed to the user, without their token hashes. */
export const findMailedLinks = (database: Database, userId: string) =>
  database
    .select({
      purpose: oneTimeTokens.purpose,
      email: oneTimeTokens.email,
      createdAt: oneTimeTokens.createdAt,
      expiresAt: oneTimeTokens.expiresAt,
    })
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.userId, userId));

export const findOwnPasskeys = (database: Database, userId: string) =>
  database
    .select({
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));

/** Returns when the user's known devices were used; their hashes say nothing. */
export const findKnownDevices = (database: Database, userId: string) =>
  database
    .select({
      firstUsedAt: knownDevices.firstUsedAt,
      lastUsedAt: knownDevices.lastUsedAt,
      knownUntil: knownDevices.knownUntil,
    })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId));

/** Returns the user's pending change of address, without the hash of its code. */
export async function findEmailChange(database: Database, userId: string) {
  const [change] = await database
    .select({
      email: emailChanges.email,
      createdAt: emailChanges.createdAt,
      expiresAt: emailChanges.expiresAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId));
  return change ?? null;
}
