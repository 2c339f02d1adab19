import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import { creditNotes, withdrawals, type Withdrawal } from "./schema.ts";

/** Returns the withdrawals that were declared with an address. */
export const findWithdrawalsOf = (database: Database, email: string): Promise<Withdrawal[]> =>
  database.select().from(withdrawals).where(eq(withdrawals.email, email));

/** Returns when the withdrawals from contracts were declared that have taken effect, by invoice. */
export async function findWithdrawnAt(
  database: Database,
  invoiceIds: readonly string[],
): Promise<Map<string, Date>> {
  if (invoiceIds.length === 0) return new Map();
  const ended = await database
    .select({ id: withdrawals.invoiceId, at: withdrawals.createdAt })
    .from(withdrawals)
    .where(inArray(withdrawals.invoiceId, [...invoiceIds]));
  // Of changes of a contract that ended with it, only the credit notes tell.
  const undone = await database
    .select({ id: creditNotes.invoiceId, at: creditNotes.createdAt })
    .from(creditNotes)
    .where(
      and(inArray(creditNotes.invoiceId, [...invoiceIds]), eq(creditNotes.reason, "withdrawal")),
    );
  return new Map([...undone, ...ended].flatMap(({ id, at }) => (id === null ? [] : [[id, at]])));
}
