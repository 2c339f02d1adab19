import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Role } from "../../../src-shared/active-member.ts";
import { defaultLanguage, type Language } from "../../../src-shared/languages.ts";
import { ApiError } from "../../infra/api-error.ts";
import { sqlState, type Database } from "../../infra/database/connect.ts";
import { users } from "./schema.ts";
import { hashPassword } from "../../infra/passwords/passwords.ts";
import type { Portal } from "../../portal.ts";

/** What accounts are kept with: enough for requests, commands and the demo's seed. */
export type Accounts = Pick<Portal, "database" | "now">;

export type User = typeof users.$inferSelect;

/** A user with a proven address, as everybody who is signed in has. */
export type ProvenUser = User & { email: string };

export const isProven = (user: User): user is ProvenUser => user.email !== null;

type Profile = {
  /** Proven; trimmed and in lower case, as the contract's `emailField` gives it. */
  email: string;
  name: string;
  /** Roles besides ROLE_USER, which everybody has. */
  roles?: Role[];
  language?: Language;
  termsVersion?: string;
};

export type NewUser = Profile & { password: string };

/** Inserts a user and returns the id, or null when another account has the address. */
export async function insertUser(
  { database, now }: Accounts,
  { email, name, passwordHash, roles = [], ...user }: Profile & { passwordHash: string },
): Promise<string | null> {
  const [inserted] = await database
    .insert(users)
    .values({
      id: randomUUID(),
      email,
      name,
      passwordHash,
      roles: [...new Set<Role>(["ROLE_USER", ...roles])],
      language: user.language ?? defaultLanguage,
      termsVersion: user.termsVersion ?? null,
      createdAt: now(),
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return inserted?.id ?? null;
}

/** Creates a user and returns the id. Throws `address-taken` when another account has the address. */
export async function createUser(
  accounts: Accounts,
  { password, ...profile }: NewUser,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  const id = await insertUser(accounts, { ...profile, passwordHash });
  if (!id) throw new ApiError("address-taken");
  return id;
}

/** The account that has proven this address, or null. */
export async function findProven(database: Database, email: string): Promise<ProvenUser | null> {
  const [user] = await database.select().from(users).where(eq(users.email, email));
  return user && isProven(user) ? user : null;
}

/** The account with this address: the one that has proven it, else the newest that never did, or null. */
export async function findByAddress(database: Database, email: string): Promise<User | null> {
  const unproven = and(isNull(users.email), eq(users.unprovenEmail, email));
  const [user] = await database
    .select()
    .from(users)
    .where(or(eq(users.email, email), unproven))
    .orderBy(sql`${users.email} nulls last`, desc(users.createdAt), desc(users.id))
    .limit(1);
  return user ?? null;
}

/** The user, or null when the account was deleted. */
export async function findUser(database: Database, id: string): Promise<User | null> {
  const [user] = await database.select().from(users).where(eq(users.id, id));
  return user ?? null;
}

/**
 * The user, unchanged by others until the transaction ends; null when the account was deleted. Every
 * transaction that changes what an account is signed in to with locks the user first.
 */
export async function lockUser(database: Database, id: string): Promise<User | null> {
  const [user] = await database.select().from(users).where(eq(users.id, id)).for("update");
  return user ?? null;
}

const uniqueViolation = "23505";

/** Gives a user a proven address. False, and nothing changed, when another account has it. */
export async function takeAddress(database: Database, id: string, email: string): Promise<boolean> {
  try {
    // A transaction within the caller's: a violation must not end that one.
    await database.transaction((savepoint) =>
      savepoint.update(users).set({ email, unprovenEmail: null }).where(eq(users.id, id)),
    );
    return true;
  } catch (error) {
    if (sqlState(error) === uniqueViolation) return false;
    throw error;
  }
}
