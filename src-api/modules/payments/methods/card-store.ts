import { randomUUID } from "node:crypto";
import { desc, eq, inArray } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Database } from "#api/infra/database/connect.ts";
import { invoices, payments } from "../../ledger/module.ts";
import type { Card, GivenCard } from "#api/infra/payment-provider.ts";
import { paymentMethods, type PaymentMethod } from "../schema.ts";

/** Returns the cards that users' renewals are charged to, by user. */
export async function findCards(
  database: Database,
  userIds: string[],
): Promise<Map<string, PaymentMethod>> {
  const rows = await database
    .selectDistinctOn([paymentMethods.userId])
    .from(paymentMethods)
    .where(inArray(paymentMethods.userId, userIds))
    .orderBy(paymentMethods.userId, desc(paymentMethods.createdAt));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Returns the card that the user's renewals are charged to. */
export const findCard = async (
  database: Database,
  userId: string,
): Promise<PaymentMethod | undefined> => (await findCards(database, [userId])).get(userId);

/** Returns all cards of a user. */
export const findCardsOf = (database: Database, userId: string): Promise<PaymentMethod[]> =>
  database.select().from(paymentMethods).where(eq(paymentMethods.userId, userId));

/** Keeps a card for the user's renewals, in place of the one before. */
export async function saveCard(
  tx: Database,
  { userId, provider }: { userId: string; provider: string },
  { card: { reference, customer, ...card }, givenAt }: GivenCard,
): Promise<void> {
  await tx.delete(paymentMethods).where(eq(paymentMethods.userId, userId));
  await tx.insert(paymentMethods).values({
    id: randomUUID(),
    userId,
    provider,
    providerReference: reference,
    providerCustomer: customer,
    ...card,
    createdAt: givenAt,
    remindedAt: null,
  });
}

/** Returns the providers' names for a user: those of the cards on file, and of cards that were charged before. */
export async function findCustomers(
  database: Database,
  userId: string,
): Promise<{ provider: string; customer: string }[]> {
  const kept = database
    .select({ provider: paymentMethods.provider, customer: paymentMethods.providerCustomer })
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId));
  const charged = database
    .select({ provider: payments.provider, customer: payments.cardCustomer })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(eq(invoices.userId, userId));
  const rows = await union(kept, charged);
  return rows.flatMap(({ provider, customer }) => (customer ? [{ provider, customer }] : []));
}

/** Returns a card as it is shown: "Visa 4242". */
export const cardName = ({ brand, last4 }: Pick<Card, "brand" | "last4">): string =>
  `${brand} ${last4}`;
