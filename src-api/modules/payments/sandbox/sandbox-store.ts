import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, inArray, isNotNull, sql } from "#api/infra/database/drizzle.ts";
import type { ChargeResult } from "#api/infra/payment-provider.ts";
import { users } from "../../accounts/module.ts";
import { invoices, payments } from "../../ledger/module.ts";
import { startedStatuses, subscriptions } from "../../membership/module.ts";
import { sandboxCalls } from "../schema.ts";
import { sandboxId } from "./sandbox-links.ts";

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

/** Returns memberships that have begun and have an end, with their members' names, the earliest end first. */
export const findBegun = (database: Database, limit: number) =>
  database
    .select({ subscription: subscriptions, who: users.name })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(inArray(subscriptions.status, startedStatuses), isNotNull(subscriptions.endsAt)))
    .orderBy(asc(subscriptions.endsAt))
    .limit(limit);

/** Returns payments that settle at a known time. */
export const findSettling = (database: Database, limit: number) =>
  database
    .select({
      who: invoices.buyerName,
      amount: payments.amount,
      currency: payments.currency,
      card: payments.card,
      at: sql<Date>`${payments.settlesAt}`.mapWith(payments.settlesAt),
    })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        eq(payments.provider, sandboxId),
        eq(payments.status, "processing"),
        isNotNull(payments.settlesAt),
      ),
    )
    .orderBy(asc(payments.settlesAt))
    .limit(limit);
