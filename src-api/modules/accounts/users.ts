import { randomUUID } from "node:crypto";
import type { Role } from "#shared/active-member.ts";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import { dayMs } from "#shared/durations.ts";
import { isRecordedSince } from "#api/infra/audit/record-act.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Database, isUniqueViolation } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNull,
  or,
  sql,
  type SQL,
} from "#api/infra/database/drizzle.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import type { Portal } from "#api/portal.ts";
import { type User, users } from "./schema.ts";

/** Whether an account has an address, proven or not. */
const hasAddress = (email: string) =>
  or(eq(users.email, email), and(isNull(users.email), eq(users.unprovenEmail, email)));

/** Proven accounts first, then the newest. */
const bestFirst = [sql`${users.email} nulls last`, desc(users.createdAt), desc(users.id)];

/** Returns the account that has proven this address, else the newest that has not; or null. */
export async function findByAddress(database: Database, email: string): Promise<User | null> {
  const [user] = await database
    .select()
    .from(users)
    .where(hasAddress(email))
    .orderBy(...bestFirst)
    .limit(1);
  return user ?? null;
}

/** Does the same as `findByAddress`, and takes the same time if there is no account. */
export async function findByAddressInConstantTime(
  database: Database,
  email: string,
): Promise<User | null> {
  const isOwner = sql<boolean>`coalesce(${hasAddress(email)}, false)`;
  const isAnybody = sql`${users.id} = (select id from users limit 1)`;
  const [found] = await database
    .select({ user: users, isOwner })
    .from(users)
    .where(or(hasAddress(email), isAnybody))
    .orderBy(desc(isOwner), ...bestFirst)
    .limit(1);
  return found?.isOwner ? found.user : null;
}

/** Returns the user, or null when the account was deleted. */
export async function findUser(database: Database, id: string): Promise<User | null> {
  const [user] = await database.select().from(users).where(eq(users.id, id));
  return user ?? null;
}

/** Locks users, before anything else and all at once (docs/architecture.md). Returns those that exist. */
export async function lockUsers(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, User>> {
  const locked = await database
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for("no key update");
  return new Map(locked.map((user) => [user.id, user]));
}

/** Locks a user, as `lockUsers`; returns null when the account was deleted. */
export const lockUser = async (database: Database, id: string): Promise<User | null> =>
  (await lockUsers(database, [id])).get(id) ?? null;

export async function updateUser(
  database: Database,
  id: string,
  changes: Partial<Pick<User, "name" | "language" | "passwordHash">>,
): Promise<void> {
  await database.update(users).set(changes).where(eq(users.id, id));
}

/** Gives a user a proven address. Returns false, with nothing changed, when another account has it. */
export async function assignAddress(
  database: Database,
  id: string,
  email: string,
): Promise<boolean> {
  try {
    // A nested transaction: a violation must not abort the caller's transaction.
    await database.transaction((savepoint) =>
      savepoint.update(users).set({ email, unprovenEmail: null }).where(eq(users.id, id)),
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Deletes a user; the foreign keys of other tables decide whether their rows are deleted or stay. */
export async function deleteUser(database: Database, id: string): Promise<void> {
  await database.delete(users).where(eq(users.id, id));
}

/** SQL condition: every word of the query, or that in parts as one, begins a word of what `person_search_text` returned. */
export const hasWords = (text: SQL, query: string): SQL | undefined =>
  and(
    ...query
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) =>
        or(
          sql`${text} like '% ' || trim(content_search_text(${word})) || '%'`,
          sql`${text} like '% ' || nullif(content_search_joined(${word}), '') || '%'`,
        ),
      ),
  );

/** Database and clock. Commands and the demo's seed have no more than these. */
export type Accounts = Pick<Portal, "database" | "now">;

/** A user with a proven address. Only these can log in. */
export type ProvenUser = User & { email: string };

export const isProven = (user: User): user is ProvenUser => user.email !== null;

type Profile = {
  /** A proven address, trimmed and in lower case, as `emailField` parses it. */
  email: string;
  name: string;
  /** Roles besides ROLE_USER, which every user has. */
  roles?: Role[];
  language?: Language;
  termsVersion?: string;
  /** Whether it is made in demo mode. */
  isDemo?: boolean;
};

export type NewUser = Profile & { password: string };

/** Adds a user and returns the id, or null when another account has the address. */
export async function addUser(
  { database, now }: Accounts,
  { email, name, passwordHash, roles = [], ...profile }: Profile & { passwordHash: string },
): Promise<string | null> {
  const user: User = {
    id: randomUUID(),
    email,
    unprovenEmail: null,
    name,
    passwordHash,
    isDemo: profile.isDemo ?? false,
    roles: [...new Set<Role>(["ROLE_USER", ...roles])],
    language: profile.language ?? defaultLanguage,
    termsVersion: profile.termsVersion ?? null,
    createdAt: now(),
  };
  const inserted = await database
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return inserted[0]?.id ?? null;
}

/** Creates a user and returns the id. Throws `address-taken` when another account has the address. */
export async function createUser(
  accounts: Accounts,
  { password, ...profile }: NewUser,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  const id = await addUser(accounts, { ...profile, passwordHash });
  if (!id) throw new ApiError("address-taken");
  return id;
}

/** Returns the account that has proven this address, or null. */
export async function findProven(database: Database, email: string): Promise<ProvenUser | null> {
  const [user] = await database.select().from(users).where(eq(users.email, email));
  return user && isProven(user) ? user : null;
}

/** Days in which the deletion of an admin's account can be confirmed after it was asked for. */
const requestDays = 7;

/** Returns whether an admin has asked for the deletion of the own account lately. */
export const hasAskedForDeletion = (database: Database, userId: string, now: Date) =>
  isRecordedSince(database, {
    acts: ["deletion-requested"],
    subjectId: userId,
    since: new Date(now.getTime() - requestDays * dayMs),
  });
