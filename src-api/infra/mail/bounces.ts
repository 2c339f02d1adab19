import type { Database } from "#api/infra/database/connect.ts";
import { eq, inArray, type PgColumn, type SQL, sql } from "#api/infra/database/drizzle.ts";
import { bouncedAddresses } from "./schema.ts";

type Bounce = typeof bouncedAddresses.$inferSelect;

/** Records that mails to an address come back. The last report counts. */
export async function recordBounce(database: Database, bounce: Bounce): Promise<void> {
  const { email, ...reported } = bounce;
  await database
    .insert(bouncedAddresses)
    .values({ ...reported, email: email.toLowerCase() })
    .onConflictDoUpdate({ target: bouncedAddresses.email, set: reported });
}

/** Has mails sent to an address again: its owner has shown that they arrive, asks for them, or is gone. */
export async function forgetBounce(database: Database, email: string): Promise<void> {
  await database.delete(bouncedAddresses).where(eq(bouncedAddresses.email, email));
}

/** Returns the bounces of those addresses that have one, by address. */
export async function findBounces(
  database: Database,
  emails: readonly string[],
): Promise<Map<string, Bounce>> {
  const rows = await database
    .select()
    .from(bouncedAddresses)
    .where(inArray(bouncedAddresses.email, [...emails]));
  return new Map(rows.map((row) => [row.email, row]));
}

/** SQL condition: mails to the address in a column do not come back. */
export const isReachable = (email: PgColumn): SQL =>
  sql`not exists (select from ${bouncedAddresses} where ${bouncedAddresses.email} = ${email})`;
