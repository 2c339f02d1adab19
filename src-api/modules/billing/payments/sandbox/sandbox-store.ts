import { and, eq } from "drizzle-orm";
import type { Database } from "../../../../infra/database/connect.ts";
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

/** Opens a page where a user gives another card. */
export const insertSetup = (database: Database, row: typeof cardSetups.$inferInsert) =>
  database.insert(cardSetups).values(row);

const isSetup = (id: string) => and(eq(cardSetups.id, id), eq(cardSetups.provider, sandboxId));

/** Returns whose card such a page asks for. */
export async function findSetup(
  database: Database,
  id: string,
): Promise<{ userId: string; createdAt: Date } | undefined> {
  const { userId, createdAt } = cardSetups;
  const [row] = await database.select({ userId, createdAt }).from(cardSetups).where(isSetup(id));
  return row;
}

/** Uses such a page up. False when it was used before. */
export async function takeSetup(tx: Database, id: string): Promise<boolean> {
  const taken = await tx.delete(cardSetups).where(isSetup(id)).returning({ id: cardSetups.id });
  return taken.length > 0;
}
