import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../infra/database/connect.ts";
import { users } from "../modules/accounts/schema.ts";

/** Thrown when a portal outside of demo mode has accounts that the demo password still opens. */
export class DemoAccountsError extends Error {
  override name = "DemoAccountsError";
}

/** SQL condition on a row of `users`: a demo account whose owner has not chosen another password. */
const hasDemoPassword = eq(users.demoPasswordHash, users.passwordHash);

/** Returns the demo accounts that the demo password opens, whatever their addresses are now. */
export const findDemoAccounts = (database: Database): Promise<{ id: string; email: string }[]> =>
  database
    .select({ id: users.id, email: sql<string>`coalesce(${users.email}, ${users.unprovenEmail})` })
    .from(users)
    .where(hasDemoPassword)
    .orderBy(asc(users.email));

/** Records that an account has the demo password. */
export const markDemoAccount = (database: Database, id: string) =>
  database.update(users).set({ demoPasswordHash: users.passwordHash }).where(eq(users.id, id));

/** Throws a DemoAccountsError while the demo password opens an account. */
export async function refuseDemoAccounts(database: Database): Promise<void> {
  const accounts = await findDemoAccounts(database);
  if (accounts.length === 0) return;
  const addresses = accounts.map(({ email }) => email).join(", ");
  throw new DemoAccountsError(
    `The password of the demo still opens these accounts: ${addresses}. Remove them: npm run users -- remove-demo. Or start in demo mode with SEED_DEMO=1, where their owners can choose other passwords.`,
  );
}
