import { randomUUID } from "node:crypto";
import { hourMs } from "#shared/durations.ts";
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  union,
} from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { Card, GivenCard } from "../../infra/payment-provider.ts";
import { lockUser } from "../accounts/module.ts";
import { canBePaid, invoices, payments } from "../ledger/module.ts";
import {
  cardSetups,
  paymentMethods,
  paymentPages,
  providerEvents,
  type PaymentMethod,
} from "./schema.ts";

type Page = typeof paymentPages.$inferSelect;

export type PageKey = Pick<Page, "provider" | "reference">;

/** Keeps a page that was opened for an invoice. */
export const insertPage = (database: Database, page: Page) =>
  database.insert(paymentPages).values(page).onConflictDoNothing();

/** Forgets a page on which nothing can be paid any more. */
export const deletePage = (database: Database, { provider, reference }: PageKey) =>
  database
    .delete(paymentPages)
    .where(and(eq(paymentPages.provider, provider), eq(paymentPages.reference, reference)));

export const findPages = (database: Database, invoiceIds: string[]): Promise<Page[]> =>
  database.select().from(paymentPages).where(inArray(paymentPages.invoiceId, invoiceIds));

export type WaitingPage = Page & { isPayable: boolean };

/** Returns pages that were opened at `until` or before, and all those of invoices that cannot be paid now. */
export async function findWaitingPages(
  database: Database,
  { until, now }: { until: Date; now: Date },
): Promise<WaitingPage[]> {
  const payable = canBePaid(now);
  if (!payable) return [];
  const rows = await database
    .select({ page: paymentPages, isPayable: payable })
    .from(paymentPages)
    .innerJoin(invoices, eq(invoices.id, paymentPages.invoiceId))
    .where(or(lte(paymentPages.openedAt, until), not(payable)));
  return rows.map(({ page, isPayable }) => ({ ...page, isPayable: isPayable === true }));
}

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

export const findCard = async (
  database: Database,
  userId: string,
): Promise<PaymentMethod | undefined> => (await findCards(database, [userId])).get(userId);

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

type CardSetup = typeof cardSetups.$inferSelect;

/** A page on which a user gives another card, by its provider and id. */
export type SetupKey = Pick<CardSetup, "provider" | "id">;

const isSetup = ({ provider, id }: SetupKey) =>
  and(eq(cardSetups.provider, provider), eq(cardSetups.id, id));

/** How long such a page is kept: it can be used for a day at most. */
const setupRetentionMs = 25 * hourMs;

/** Inserts such a page, and deletes those of the provider that are too old. */
export async function insertCardSetup(database: Database, row: CardSetup): Promise<void> {
  const tooOld = new Date(row.createdAt.getTime() - setupRetentionMs);
  const isTooOld = lte(cardSetups.createdAt, tooOld);
  await database.delete(cardSetups).where(and(eq(cardSetups.provider, row.provider), isTooOld));
  await database.insert(cardSetups).values(row);
}

/** Keeps the provider's name for such a page. */
export const nameCardSetup = (database: Database, key: SetupKey, providerReference: string) =>
  database.update(cardSetups).set({ providerReference }).where(isSetup(key));

/** Returns a page that was not used yet. */
export async function findCardSetup(
  database: Database,
  key: SetupKey,
): Promise<CardSetup | undefined> {
  const [row] = await database.select().from(cardSetups).where(isSetup(key));
  return row;
}

/** Uses such a page up; undefined when it was before. Locks its user first, as the deletion of accounts does. */
export async function claimCardSetup(tx: Database, key: SetupKey): Promise<CardSetup | undefined> {
  const found = await findCardSetup(tx, key);
  if (!found) return undefined;
  await lockUser(tx, found.userId);
  const [row] = await tx.delete(cardSetups).where(isSetup(key)).returning();
  return row;
}

/** Returns pages that were opened at `until` or before, not used, and had not expired by then. */
export const findOpenSetups = (database: Database, until: Date): Promise<SetupKey[]> =>
  database
    .select({ provider: cardSetups.provider, id: cardSetups.id })
    .from(cardSetups)
    .where(
      and(
        isNotNull(cardSetups.providerReference),
        gt(cardSetups.createdAt, new Date(until.getTime() - setupRetentionMs)),
        lte(cardSetups.createdAt, until),
      ),
    );

export type EventKey = { provider: string; id: string };

const isEvent = ({ provider, id }: EventKey) =>
  and(eq(providerEvents.provider, provider), eq(providerEvents.id, id));

/** Records an event whose effect is stored in the same transaction. False when it was recorded before. */
export async function recordEvent(
  tx: Database,
  event: EventKey & { type: string },
  now: Date,
): Promise<boolean> {
  const recorded = await tx
    .insert(providerEvents)
    .values({ ...event, receivedAt: now, processedAt: now })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id });
  return recorded.length > 0;
}

/** Forgets an event, as if it had not been. False when it was not recorded. */
export async function forgetEvent(tx: Database, event: EventKey): Promise<boolean> {
  const forgotten = await tx
    .delete(providerEvents)
    .where(isEvent(event))
    .returning({ id: providerEvents.id });
  return forgotten.length > 0;
}

/** Records that an event has arrived. False when its effect was stored before. */
export async function receiveEvent(
  database: Database,
  event: EventKey & { type: string },
  now: Date,
): Promise<boolean> {
  const { provider, id, type } = event;
  await database
    .insert(providerEvents)
    .values({ provider, id, type, receivedAt: now, processedAt: null })
    .onConflictDoNothing();
  const [row] = await database
    .select({ processedAt: providerEvents.processedAt })
    .from(providerEvents)
    .where(isEvent(event));
  return row?.processedAt === null;
}

/** Marks an event as processed, once its effect is stored. */
export const finishEvent = (database: Database, event: EventKey, now: Date) =>
  database
    .update(providerEvents)
    .set({ processedAt: now })
    .where(and(isEvent(event), isNull(providerEvents.processedAt)));
