import { asc, eq, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "#api/modules/accounts/schema.ts";

/** Thrown when a portal outside of demo mode has accounts that were made in demo mode. */
export class DemoAccountsError extends Error {
  override name = "DemoAccountsError";
}

/** Returns the accounts that were made in demo mode: seeded ones, and those that somebody registered there. */
export const findDemoAccounts = (database: Database): Promise<{ id: string; email: string }[]> =>
  database
    .select({ id: users.id, email: sql<string>`coalesce(${users.email}, ${users.unprovenEmail})` })
    .from(users)
    .where(eq(users.isDemo, true))
    .orderBy(asc(users.email));

export const markDemoAccount = (database: Database, id: string) =>
  database.update(users).set({ isDemo: true }).where(eq(users.id, id));

/** Addresses that the error names. */
const maxNamed = 10;

/** Throws a DemoAccountsError while there is an account that was made in demo mode. */
export async function refuseDemoAccounts(database: Database): Promise<void> {
  const accounts = await findDemoAccounts(database);
  if (accounts.length === 0) return;
  const named = accounts.slice(0, maxNamed).map(({ email }) => email);
  const others = accounts.length - named.length;
  const addresses = others > 0 ? [...named, `${others} more`] : named;
  throw new DemoAccountsError(
    `This database has accounts that were made in demo mode, where nobody has to prove an address or pay: ${addresses.join(", ")}. Remove them with all that belongs to them: npm run users -- remove-demo. Or start in demo mode, with SEED_DEMO=1.`,
  );
}
