import type { FastifyInstance } from "fastify";
import { changeCard } from "#shared/api/membership.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { randomUUID } from "node:crypto";
import { hourMs } from "#shared/durations.ts";
import { and, desc, eq, inArray, lte, union } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { type Card, type GivenCard, providerOf } from "#api/infra/payment-provider.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import {
  cardSetups,
  foreignCustomers,
  invoices,
  type PaymentMethod,
  paymentMethods,
  payments,
} from "./schema.ts";
import * as z from "zod/mini";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Enqueuing, PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import {
  cancelWaiting,
  findBuyer,
  findLivePayment,
  findOpenRenewal,
  isPayable,
  updateInvoice,
} from "./invoices.ts";
import { findBought, lockLive } from "#api/modules/membership/module.ts";
import type { Language } from "#shared/languages.ts";
import { wayNames, waysFor } from "#shared/ways-to-pay.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { Logger } from "#api/infra/services.ts";

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

/** Keeps a card for the user's renewals, instead of the one before. */
export async function saveCard(
  tx: Database,
  { userId, provider }: { userId: string; provider: string },
  { card: { kind, reference, customer, brand, last4, expMonth, expYear }, givenAt }: GivenCard,
): Promise<void> {
  await tx.delete(paymentMethods).where(eq(paymentMethods.userId, userId));
  await tx.insert(paymentMethods).values({
    id: randomUUID(),
    userId,
    provider,
    providerReference: reference,
    providerCustomer: customer,
    kind,
    brand,
    last4,
    expMonth,
    expYear,
    createdAt: givenAt,
    remindedAt: null,
  });
}

/** Returns the providers' names for a user: those of the cards on file, of cards that were charged before, and of a former site. */
async function findCustomers(
  database: Database,
  userId: string,
): Promise<{ provider: string; customer: string }[]> {
  const onFile = database
    .select({ provider: paymentMethods.provider, customer: paymentMethods.providerCustomer })
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId));
  const charged = database
    .select({ provider: payments.provider, customer: payments.cardCustomer })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(eq(invoices.userId, userId));
  const foreign = database
    .select({ provider: foreignCustomers.provider, customer: foreignCustomers.customer })
    .from(foreignCustomers)
    .where(eq(foreignCustomers.userId, userId));
  const rows = await union(onFile, charged, foreign);
  return rows.flatMap(({ provider, customer }) => (customer ? [{ provider, customer }] : []));
}

/** Returns a card or account as it is shown, in any language: "Visa 4242", "SEPA ··3000", "PayPal". */
export function cardName({ kind, brand, last4 }: Pick<Card, "kind" | "brand" | "last4">): string {
  if (kind === "card") return `${brand} ${last4}`;
  return last4 === null ? wayNames[kind] : `${wayNames[kind]} ··${last4}`;
}

type CardSetup = typeof cardSetups.$inferSelect;

/** A page on which a user gives another card, by its provider and id. */
export type SetupKey = Pick<CardSetup, "provider" | "id">;

const isSetup = ({ provider, id }: SetupKey) =>
  and(eq(cardSetups.provider, provider), eq(cardSetups.id, id));

/** How long such a page is stored: it can be used for a day at most. */
export const setupRetentionMs = 25 * hourMs;

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

export const chargeJob = defineJob({
  name: "billing.collect",
  payload: z.object({ invoiceId: z.string() }),
});

/** Charges an unpaid renewal again, to another card. A charge that is under way is answered first. */
async function retryWithNewCard(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
): Promise<void> {
  const now = portal.now();
  const subscription = await lockLive(tx, userId);
  const invoice = subscription && (await findOpenRenewal(tx, subscription.id));
  if (!invoice || !isPayable(invoice, now)) return;
  const live = await findLivePayment(tx, invoice.id);
  if (live?.status === "processing") return;
  if (live) await cancelWaiting(portal, tx, live);
  await updateInvoice(tx, invoice.id, { nextTryAt: now });
  await portal.jobs.enqueue(tx, chargeJob, { invoiceId: invoice.id });
}

/** Stores a card for renewals, instead of the one before. An unpaid renewal is charged to it. */
export async function storeCard(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  provider: string,
  given: GivenCard,
): Promise<void> {
  await lockUser(tx, userId);
  await saveCard(tx, { userId, provider }, given);
  await retryWithNewCard(portal, tx, userId);
}

/**
 * Stores the card that was given on a page of a provider, once, whoever notices it first: its user's return,
 * the provider's message, or the reconciliation. One that was given before the present card is dropped.
 * Rejects when the provider does not answer.
 */
export async function completeCardSetup(portal: PaymentPortal, key: SetupKey): Promise<void> {
  const { database } = portal;
  const setup = await findCardSetup(database, key);
  if (!setup?.providerReference) return;
  const given = await providerOf(portal, key).givenCard(setup.providerReference);
  if (!given) return;
  await database.transaction(async (tx) => {
    const claimed = await claimCardSetup(tx, key);
    if (!claimed) return;
    const present = await findCard(tx, claimed.userId);
    const isOlder = present !== undefined && given.givenAt < present.createdAt;
    if (!isOlder) await storeCard(portal, tx, claimed.userId, key.provider, given);
  });
}

const customerSchema = z.object({ provider: z.string(), customer: z.string() });

const forgetJob = defineJob({
  name: "billing.forget-customer",
  payload: customerSchema,
  retry: patientRetries,
});

/** Has the providers delete a user's name and cards once the transaction is committed. */
export async function forgetCustomers(
  { jobs }: Enqueuing,
  tx: Database,
  userId: string,
): Promise<void> {
  for (const known of await findCustomers(tx, userId)) await jobs.enqueue(tx, forgetJob, known);
}

/** Has a provider delete a customer that is not a user's: a page that was paid and returned made one. */
export async function forgetUnused(
  { database, jobs }: Pick<PaymentPortal, "database" | "jobs">,
  userId: string | null,
  made: z.infer<typeof customerSchema>,
): Promise<void> {
  const used = userId === null ? [] : await findCustomers(database, userId);
  const isUsed = used.some(
    ({ provider, customer }) => provider === made.provider && customer === made.customer,
  );
  if (!isUsed) await database.transaction((tx) => jobs.enqueue(tx, forgetJob, made));
}

export const handleForgottenCustomers = (portal: Portal): void =>
  portal.jobs.handle(forgetJob, async ({ provider, customer }) => {
    try {
      await providerOf(portal, { provider }).forget(customer);
    } catch (cause) {
      // The log names what is left to do there when all tries fail.
      throw new Error(`The customer ${customer} of a deleted account is still at ${provider}.`, {
        cause,
      });
    }
  });

export type PageContext = { language: Language; log: Logger };

/** Returns the address where a user gives another card. Throws `payments-unavailable`. */
async function beginCardSetup(
  { brand, config, database, payments: { current: provider } }: Portal,
  { userId, currency }: { userId: string; currency: string },
  { language, log }: PageContext,
): Promise<string> {
  const buyer = await findBuyer(database, userId);
  const card = await findCard(database, userId);
  const customer = card?.provider === provider.id ? card.providerCustomer : null;
  const { url } = await provider
    .setUp({
      id: userId,
      email: buyer?.email ?? "",
      customer,
      language,
      ways: waysFor(brand.waysToPay, { currency, stored: true }),
      portalUrl: publicOrigin(config),
    })
    .catch((error: unknown) => {
      log.error({ err: error }, "the page for another card could not be opened");
      throw new ApiError("payments-unavailable");
    });
  return url;
}

/** Serves the page on which a member gives another card for renewals. */
export async function cardRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, changeCard, async (_, request) => {
    const { userId } = requireUser(request);
    const bought = await findBought(portal.database, userId, portal.now());
    if (!bought) throw new ApiError("no-subscription");
    const currency = bought.currency ?? "";
    return { url: await beginCardSetup(portal, { userId, currency }, request) };
  });
}
