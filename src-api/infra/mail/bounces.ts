import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  eq,
  inArray,
  isNull,
  lte,
  type PgColumn,
  type SQL,
  sql,
} from "#api/infra/database/drizzle.ts";
import { bouncedAddresses } from "./schema.ts";

const { email: addressColumn, bouncedAt, retriedAt } = bouncedAddresses;

type Bounce = Omit<typeof bouncedAddresses.$inferSelect, "retriedAt">;

/** Records that mails to an address come back. The latest report counts; one from before the address was tried again does not. */
export async function recordBounce(database: Database, bounce: Bounce): Promise<void> {
  const { email, ...reported } = bounce;
  const row = { ...reported, retriedAt: null };
  await database
    .insert(bouncedAddresses)
    .values({ ...row, email: email.toLowerCase() })
    .onConflictDoUpdate({
      target: addressColumn,
      set: row,
      setWhere: lte(sql`coalesce(${retriedAt}, ${bouncedAt})`, sql`excluded.bounced_at`),
    });
}

/** SQL condition on rows of `bouncedAddresses`: no mails go there. */
export const isBounced = (): SQL => isNull(retriedAt);

/** Has mails sent to an address again: its owner asks for them, or an admin. Returns whether none went there. */
export async function retryAddress(database: Database, email: string, at: Date): Promise<boolean> {
  const retried = await database
    .update(bouncedAddresses)
    .set({ retriedAt: at })
    .where(and(eq(addressColumn, email), isBounced()))
    .returning({ email: addressColumn });
  return retried.length > 0;
}

/** Deletes what is known of an address whose owner is gone. */
export async function forgetBounce(database: Database, email: string): Promise<void> {
  await database.delete(bouncedAddresses).where(eq(addressColumn, email));
}

/** Returns the bounces of those addresses that no mails go to, by address. */
export async function findBounces(
  database: Database,
  emails: readonly string[],
): Promise<Map<string, Bounce>> {
  const { email, reason } = bouncedAddresses;
  const rows = await database
    .select({ email, bouncedAt, reason })
    .from(bouncedAddresses)
    .where(and(inArray(email, [...emails]), isBounced()));
  return new Map(rows.map((row) => [row.email, row]));
}

/** SQL condition: mails to the address in a column do not come back. */
export const isReachable = (email: PgColumn): SQL =>
  sql`not exists (select from ${bouncedAddresses} where ${addressColumn} = ${email} and ${isBounced()})`;
