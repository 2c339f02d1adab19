import * as z from "zod/mini";
import type { Database } from "../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../infra/jobs/job.ts";
import type { GivenCard } from "../../infra/payment-provider.ts";
import type { Enqueuing, PaymentPortal, Portal } from "../../portal.ts";
import { lockUser } from "../accounts/module.ts";
import { findLivePayment, findUnpaidRenewal, isPayable, updateInvoice } from "../ledger/module.ts";
import { lockLive } from "../membership/module.ts";
import { cancelWaiting } from "./cancel-unpaid.ts";
import { collect } from "./charge.ts";
import { providerOf } from "./providers.ts";
import {
  claimCardSetup,
  findCard,
  findCardSetup,
  findCustomers,
  saveCard,
  type SetupKey,
} from "./store.ts";

const collectJob = defineJob({
  name: "billing.collect",
  payload: z.object({ invoiceId: z.string() }),
});

/** Charges an unpaid renewal again, to another card. A charge that is under way is answered first. */
async function retryWithNewCard(
  portal: PaymentPortal,
  tx: Database,
  userId: string,
): Promise<void> {
  const now = portal.now();
  const subscription = await lockLive(tx, userId);
  const invoice = subscription && (await findUnpaidRenewal(tx, subscription.id));
  if (!invoice || !isPayable(invoice, now)) return;
  const live = await findLivePayment(tx, invoice.id);
  if (live?.status === "processing") return;
  if (live) await cancelWaiting(portal, tx, live);
  await updateInvoice(tx, invoice.id, { nextTryAt: now });
  await portal.jobs.enqueue(tx, collectJob, { invoiceId: invoice.id });
}

export const handleNewCards = (portal: Portal): void =>
  portal.jobs.handle(collectJob, ({ invoiceId }) => collect(portal, invoiceId));

/** Keeps a card for renewals, in place of the one before. An unpaid renewal is charged to it. */
export async function storeCard(
  portal: PaymentPortal,
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
 * Keeps the card that was given on a page of a provider, once, whoever notices it first: its user's return,
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
