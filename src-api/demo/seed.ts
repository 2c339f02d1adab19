import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Role } from "../../src-shared/active-member.ts";
import { placeOrder } from "../modules/billing/checkout/place-order.ts";
import { takePayment } from "../modules/billing/payments/take-payment.ts";
import { termsVersion } from "../modules/billing/checkout/terms-version.ts";
import { hashPassword, verifyPassword } from "../infra/passwords/passwords.ts";
import type { Portal } from "../portal.ts";
import type { Session } from "../http/session.ts";
import { createUser, findProven, type ProvenUser } from "../modules/accounts/users.ts";
import { forgetDemoPassword, keepDemoPassword, readDemoPassword } from "./demo-password.ts";
import { users } from "../modules/accounts/schema.ts";

type DemoAccount = { email: string; name: string; roles: Role[]; member?: boolean; what: string };

/** One account of each kind, to try everything out. */
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

/** How one gets in: the accounts, and the one password they have; null: not known any more. */
export type DemoAccess = { accounts: { email: string; what: string }[]; password: string | null };

const day = 24 * 60 * 60_000;
/** The member's monthly membership began that long ago: most of the month is still to come. */
const memberSince = 5 * day;

/** Buys the monthly membership as the member did, some days ago; no mail is sent for it. */
async function buyMembership(portal: Portal, user: ProvenUser): Promise<void> {
  const bought = new Date(portal.now().getTime() - memberSince);
  const past: Portal = { ...portal, now: () => bought };
  const session: Session = {
    id: randomUUID(),
    userId: user.id,
    email: user.email,
    name: user.name,
    language: user.language,
    roles: user.roles,
    subscriptionOwned: false,
    subscriptionPending: false,
  };
  const purchase = await placeOrder(past, session, {
    body: {
      items: [{ sku: "membership-monthly", quantity: 1 }],
      termsVersion: await termsVersion(),
      origin: "checkout",
    },
    key: randomUUID(),
    language: user.language,
  });
  const charge = { reference: `sandbox_${randomUUID()}`, settlesAt: null };
  await takePayment({ portal: past, afterwards: () => {} }, purchase.id, charge);
}

/** Creates an account as if its owner had registered before the membership began. */
async function createAccount(portal: Portal, account: DemoAccount, password: string) {
  const { email, name, roles, member = false } = account;
  const registered = new Date(portal.now().getTime() - memberSince);
  const accounts = { database: portal.database, now: () => registered };
  const terms = await termsVersion();
  await createUser(accounts, { email, name, password, roles, termsVersion: terms });
  const user = await findProven(portal.database, email);
  if (user && member) await buyMembership(portal, user);
}

async function choosePassword({ dataDir, demoPassword }: Portal["config"], fresh: boolean) {
  if (demoPassword !== null) {
    await forgetDemoPassword(dataDir);
    return demoPassword;
  }
  const kept = await readDemoPassword(dataDir);
  return kept ?? (fresh ? keepDemoPassword(dataDir) : null);
}

/** A configured password counts for accounts that are there already, too. */
async function setPassword(
  { database }: Portal,
  user: ProvenUser,
  password: string,
): Promise<void> {
  if (await verifyPassword(user.passwordHash, password)) return;
  const passwordHash = await hashPassword(password);
  await database.update(users).set({ passwordHash }).where(eq(users.id, user.id));
}

/** Any number, the same in every process: the demo is seeded by one process at a time. */
const seedLock = 7_252_003;

async function seed(portal: Portal): Promise<string | null> {
  const { config, database } = portal;
  await database.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
  const missing: DemoAccount[] = [];
  const held: ProvenUser[] = [];
  for (const account of demoAccounts) {
    const user = await findProven(database, account.email);
    if (user) held.push(user);
    else missing.push(account);
  }
  const password = await choosePassword(config, held.length === 0);
  if (password === null) return null;
  for (const account of missing) await createAccount(portal, account, password);
  if (config.demoPassword !== null) {
    for (const user of held) await setPassword(portal, user, config.demoPassword);
  }
  return password;
}

/**
 * Creates the demo accounts that are missing, all or none, with the configured password or a random
 * one, and tells how one gets in. Accounts that are there keep everything, the password too unless
 * one is configured. Where the password is not known any more, nothing is created.
 */
export async function seedDemo(portal: Portal): Promise<DemoAccess> {
  const password = await portal.database.transaction((database) => seed({ ...portal, database }));
  return { accounts: demoAccounts.map(({ email, what }) => ({ email, what })), password };
}
