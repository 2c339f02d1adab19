import { and, eq, lte } from "drizzle-orm";
import type { Database } from "../../../../infra/database/connect.ts";
import { lockBuyer } from "../../invoices/buyer-store.ts";
import type { ChargeResult } from "../provider.ts";
import { cardSetups, sandboxCalls } from "../schema.ts";
import { sandboxId } from "./sandbox-links.ts";

/** Writes an answer under its key unless there is one. Returns the answer that the key has. */
export async function keepAnswer(
  database: Database,
  call: typeof sandboxCalls.$inferInsert,
): Promise<ChargeResult> {
  await database.insert(sandboxCalls).values(call).onConflictDoNothing();
  return (await findAnswer(database, call.key)) ?? call.answer;
}

export async function findAnswer(
  database: Database,
  key: string,
): Promise<ChargeResult | undefined> {
  const [row] = await database
    .select({ answer: sandboxCalls.answer })
    .from(sandboxCalls)
    .where(eq(sandboxCalls.key, key));
  return row?.answer;
}

/** How long a page where a user gives another card can be used, in ms. */
export const setupLife = 24 * 60 * 60_000;

const isOfSandbox = eq(cardSetups.provider, sandboxId);

/** Opens a page where a user gives another card, and deletes those that are too old. */
export async function insertSetup(
  database: Database,
  row: { id: string; userId: string; createdAt: Date },
): Promise<void> {
  const tooOld = new Date(row.createdAt.getTime() - setupLife);
  await database.delete(cardSetups).where(and(isOfSandbox, lte(cardSetups.createdAt, tooOld)));
  await database.insert(cardSetups).values({ ...row, provider: sandboxId });
}

const isSetup = (id: string) => and(eq(cardSetups.id, id), isOfSandbox);

/** Returns whose card such a page asks for. */
export async function findSetup(
  database: Database,
  id: string,
): Promise<{ userId: string; createdAt: Date } | undefined> {
  const { userId, createdAt } = cardSetups;
  const [row] = await database.select({ userId, createdAt }).from(cardSetups).where(isSetup(id));
  return row;
}

/**
 * Uses such a page of a user up. False when it was used before. The user is locked first, as when the account
 * is deleted: the other order could deadlock.
 */
export async function takeSetup(tx: Database, id: string, userId: string): Promise<boolean> {
  await lockBuyer(tx, userId);
  const taken = await tx.delete(cardSetups).where(isSetup(id)).returning({ id: cardSetups.id });
  return taken.length > 0;
}
