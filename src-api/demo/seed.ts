import { randomInt } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Role } from "#shared/active-member.ts";
import { dayMs } from "#shared/durations.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { hashPassword, verifyPassword } from "#api/infra/passwords/passwords.ts";
import type { Portal } from "#api/portal.ts";
import { createUser, findProven, type ProvenUser } from "#api/modules/accounts/users.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { markDemoAccount } from "./demo-accounts.ts";
import { buyMembership, seedHistory } from "./demo-history.ts";

/** Letters and digits that are not easily confused. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

const fileIn = (dataDir: string) => join(dataDir, "demo-password");

/** Generates four groups of four characters: 79 bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

/** Returns the password that an earlier start generated and stored in the data folder, or null. */
async function readDemoPassword(dataDir: string): Promise<string | null> {
  const text = await readFile(fileIn(dataDir), "utf8").catch(() => "");
  return text.trim() || null;
}

/** Generates and stores a password, readable by the owner only, so that later starts can show it. */
async function storeDemoPassword(dataDir: string): Promise<string> {
  const password = generatePassword();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(fileIn(dataDir), `${password}\n`, { mode: 0o600 });
  return password;
}

/** Deletes the stored password, when another one is configured. */
const forgetDemoPassword = (dataDir: string) => rm(fileIn(dataDir), { force: true });

type DemoAccount = { email: string; name: string; roles: Role[]; member?: boolean; what: string };

const demoAccounts: DemoAccount[] = [
  { email: "admin@example.com", name: "Anna Nowak", roles: ["ROLE_ADMIN"], what: "admin" },
  {
    email: "member@example.com",
    name: "Marek Lewandowski",
    roles: [],
    member: true,
    what: "member, monthly",
  },
  { email: "user@example.com", name: "Sam Carter", roles: [], what: "no membership" },
  {
    email: "judge@example.com",
    name: "Ruth Palmer",
    roles: ["ROLE_JUDGE"],
    what: "judge, no membership",
  },
  {
    email: "reviewer@example.com",
    name: "Ewa Dudek",
    roles: ["ROLE_REVIEWER"],
    what: "reviewer, no membership",
  },
];

/** The demo accounts and their common password; null if it is no longer known. */
export type DemoAccess = { accounts: { email: string; what: string }[]; password: string | null };

/** Age of the member's monthly membership: most of the month is left. */
const membershipAgeMs = 5 * dayMs;

/** Creates an account as if its owner had registered before the membership began. */
async function createAccount(portal: Portal, account: DemoAccount, password: string) {
  const { email, name, roles, member = false } = account;
  const registered = new Date(portal.now().getTime() - membershipAgeMs);
  const accounts = { database: portal.database, now: () => registered };
  const { terms } = portal.brand.legalVersions;
  await createUser(accounts, { email, name, password, roles, termsVersion: terms, isDemo: true });
  const user = await findProven(portal.database, email);
  if (user && member) await buyMembership(portal, user, { plan: "monthly", at: registered });
}

async function choosePassword({ dataDir, demoPassword }: Portal["config"], fresh: boolean) {
  if (demoPassword !== null) {
    await forgetDemoPassword(dataDir);
    return demoPassword;
  }
  const stored = await readDemoPassword(dataDir);
  return stored ?? (fresh ? storeDemoPassword(dataDir) : null);
}

/** Sets a configured password for existing accounts, too. */
async function setPassword(
  { database }: Portal,
  user: ProvenUser,
  password: string,
): Promise<void> {
  if (!user.passwordHash || !(await verifyPassword(user.passwordHash, password))) {
    const passwordHash = await hashPassword(password);
    await database.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  }
  await markDemoAccount(database, user.id);
}

/** Advisory lock, so that one process at a time seeds the demo. */
const seedLock = 7_252_003;

async function seed(portal: Portal): Promise<string | null> {
  const { config, database } = portal;
  await database.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
  const missing: DemoAccount[] = [];
  const proven: ProvenUser[] = [];
  for (const account of demoAccounts) {
    const user = await findProven(database, account.email);
    if (user) proven.push(user);
    else missing.push(account);
  }
  const password = await choosePassword(config, proven.length === 0);
  if (password === null) return null;
  if (proven.length === 0) await seedHistory(portal);
  for (const account of missing) await createAccount(portal, account, password);
  if (config.demoPassword !== null) {
    for (const user of proven) await setPassword(portal, user, config.demoPassword);
  }
  return password;
}

/**
 * Creates the missing demo accounts, all or none, with the configured password or a random one, and
 * returns how to log in. Existing accounts are not changed, except for a configured password. If
 * the password is no longer known, nothing is created.
 */
export async function seedDemo(portal: Portal): Promise<DemoAccess> {
  const password = await portal.database.transaction((database) => seed({ ...portal, database }));
  return { accounts: demoAccounts.map(({ email, what }) => ({ email, what })), password };
}
