import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Role } from "../../../src-shared/active-member.ts";
import { defaultLanguage, type Language } from "../../../src-shared/languages.ts";
import type { Database } from "../../database/connect.ts";
import { users } from "../../database/schema.ts";
import { hashPassword } from "../../passwords.ts";
import type { Portal } from "../../portal.ts";

/** What accounts are kept with: enough for requests, commands and the demo's seed. */
export type Accounts = Pick<Portal, "database" | "now">;

export type User = typeof users.$inferSelect;

export type NewUser = {
  /** Trimmed and in lower case, as the contract's `emailField` gives it. */
  email: string;
  name: string;
  password: string;
  /** Roles besides ROLE_USER, which everybody has. */
  roles?: Role[];
  language?: Language;
  termsVersion?: string;
  /** Whether the address counts as proven. Otherwise it waits for its mail to be answered. */
  claimed: boolean;
};

/**
 * Creates a user and gives the id. A claimed address that another account holds fails as a unique
 * violation (SQLSTATE 23505); an unproven one may stand with several accounts.
 */
export async function createUser({ database, now }: Accounts, user: NewUser): Promise<string> {
  const { email, name, password, roles = [], claimed } = user;
  const id = randomUUID();
  await database.insert(users).values({
    id,
    email: claimed ? email : null,
    pendingEmail: claimed ? null : email,
    name,
    passwordHash: await hashPassword(password),
    roles: [...new Set<Role>(["ROLE_USER", ...roles])],
    language: user.language ?? defaultLanguage,
    termsVersion: user.termsVersion ?? null,
    createdAt: now(),
  });
  return id;
}

/** The account that has proven this address, or null. */
export async function findClaimed(database: Database, email: string): Promise<User | null> {
  const [user] = await database.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

/**
 * The newest account that has proven no address and waits for the proof of this one, or null. An
 * account that has an address and is changing it is not signed in to by the new one yet.
 */
export async function findNewestPending(database: Database, email: string): Promise<User | null> {
  const [user] = await database
    .select()
    .from(users)
    .where(and(isNull(users.email), eq(users.pendingEmail, email)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(1);
  return user ?? null;
}

/** The user, or null when the account was deleted. */
export async function findUser(database: Database, id: string): Promise<User | null> {
  const [user] = await database.select().from(users).where(eq(users.id, id));
  return user ?? null;
}
