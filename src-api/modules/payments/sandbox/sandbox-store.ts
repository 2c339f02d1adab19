import { eq } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import type { ChargeResult } from "#api/infra/payment-provider.ts";
import { sandboxCalls } from "../schema.ts";

/** Writes an answer under its key unless there is one. Returns the answer that the key has. */
export async function storeSandboxAnswer(
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
