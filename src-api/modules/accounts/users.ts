import { randomUUID } from "node:crypto";
import type { Role } from "#shared/active-member.ts";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import { ApiError } from "../../infra/api-error.ts";
import type { Database } from "../../infra/database/connect.ts";
import { hashPassword } from "../../infra/passwords/passwords.ts";
import type { Portal } from "../../portal.ts";
import type { User } from "./schema.ts";
import { findByEmail, insertUser } from "./user-store.ts";

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
  return (await insertUser(database, user)) ? user.id : null;
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
  const user = await findByEmail(database, email);
  return user && isProven(user) ? user : null;
}
