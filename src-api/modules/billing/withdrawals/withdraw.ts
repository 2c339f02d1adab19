import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { withdrawalSchema } from "../../../../src-shared/api/membership.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import type { Portal } from "../../../portal.ts";
import { lockInvoice } from "../invoices/invoice-store.ts";
import { findBalance, insertCredit } from "../payments/credit-store.ts";
import type { CreditNote } from "../payments/schema.ts";
import { endPaidMembership } from "../refunds/end-membership.ts";
import { beginRefund, payBack } from "../refunds/refund.ts";
import type { Invoice } from "../schema.ts";
import { earliestContract, isInTime, receiptNumberIn } from "./contract.ts";
import { acknowledge, confirmWithdrawal, reportUnmatched } from "./withdrawal-mails.ts";
import {
  findContract,
  findContractsOf,
  findWithdrawal,
  insertWithdrawal,
  recordContract,
  type Withdrawal,
} from "./withdrawal-store.ts";

const withdrawalJob = defineJob({
  name: "billing.withdraw",
  payload: z.object({ withdrawalId: z.string() }),
  retry: patientRetries,
});

/**
 * Stores a declaration and enqueues its acknowledgement and what follows from it. Does the same work whether
 * or not it names a contract. Returns when it was received.
 */
export const receiveWithdrawal = (
  portal: Portal,
  declared: z.infer<typeof withdrawalSchema>,
  language: Language,
): Promise<Date> =>
  portal.database.transaction(async (tx) => {
    const { jobs, now } = portal;
    const createdAt = now();
    const withdrawalId = randomUUID();
    await insertWithdrawal(tx, {
      ...declared,
      id: withdrawalId,
      invoiceId: null,
      language,
      createdAt,
    });
    await acknowledge(portal, tx, withdrawalId);
    await jobs.enqueue(tx, withdrawalJob, { withdrawalId });
    return createdAt;
  });

/** Returns the contract that a declaration names, locked, if one can still withdraw from it. */
async function lockContract(
  tx: Database,
  { contract, email, createdAt }: Withdrawal,
): Promise<Invoice | undefined> {
  const receiptNumber = receiptNumberIn(contract);
  const found = receiptNumber && (await findContract(tx, { receiptNumber, email }));
  if (!found || found.reason === "renewal" || !isInTime(found, createdAt)) return undefined;
  return lockInvoice(tx, found.id);
}

/** What a withdrawal gives back: credit notes whose money is to be sent, and credit of the account. */
type Undone = { creditNotes: CreditNote[]; credit: number };

/**
 * Takes back the credit that changes of a contract got for it, in minor units: the contract itself is paid
 * back, in money.
 */
async function takeCredit(tx: Database, contract: Invoice, changes: Invoice[], now: Date) {
  const { id: invoiceId, userId, currency } = contract;
  const got = changes.reduce((sum, { credit, creditChange }) => sum + credit + creditChange, 0);
  if (!userId || got === 0) return;
  await insertCredit(tx, { userId, invoiceId, amount: -got, currency }, now);
}

/** Ends a contract, and what changed it later. Writes the refunds of all that was paid for it. */
async function undoContract(
  portal: Portal,
  tx: Database,
  contract: Invoice,
  declaredAt: Date,
): Promise<Undone> {
  const { subscriptionId, userId } = contract;
  const since = earliestContract(declaredAt);
  const contracts = subscriptionId ? await findContractsOf(tx, subscriptionId, since) : [contract];
  const first = contracts.at(-1) ?? contract;
  const before = userId ? await findBalance(tx, userId, contract.currency) : 0;
  const actor = { userId: null, via: "portal", ip: null, userAgent: null } as const; // the form asks for no account
  const creditNotes: CreditNote[] = [];
  const changes: Invoice[] = [];
  for (const invoice of contracts) {
    const { id: invoiceId } = invoice;
    const undone = changes.map(({ id }) => id);
    const request = {
      invoiceId,
      amount: null,
      reason: "withdrawal",
      note: "",
      undone,
      actor,
    } as const;
    const begun = await beginRefund(tx, request, portal);
    if (begun.outcome !== "begun") continue;
    creditNotes.push(begun.creditNote);
    if (invoiceId !== first.id) changes.push(invoice);
  }
  await takeCredit(tx, first, changes, portal.now());
  await endPaidMembership(tx, contract, portal); // if it was paid back before, in parts
  const credit = userId ? (await findBalance(tx, userId, contract.currency)) - before : 0;
  return { creditNotes, credit };
}

/**
 * Decides on a declared withdrawal. One that names a contract within its time ends it. Of any other the owner
 * of the portal is told. Returns the refunds to send.
 */
const decide = (portal: Portal, withdrawalId: string): Promise<CreditNote[]> =>
  portal.database.transaction(async (tx) => {
    const withdrawal = await findWithdrawal(tx, withdrawalId);
    if (!withdrawal || withdrawal.invoiceId !== null) return [];
    const contract = await lockContract(tx, withdrawal);
    if (!contract) {
      await reportUnmatched(portal, tx, withdrawalId);
      return [];
    }
    if (!(await recordContract(tx, withdrawal, contract.id))) return []; // withdrawn from before
    const undone = await undoContract(portal, tx, contract, withdrawal.createdAt);
    const { creditNotes, credit } = undone;
    const amount = creditNotes.reduce((sum, note) => sum + note.amount, 0);
    await confirmWithdrawal(portal, tx, { withdrawalId, amount, credit });
    return creditNotes;
  });

/** Carries out a declared withdrawal. A refund that the provider does not answer is repeated by its own job. */
async function carryOut(portal: Portal, withdrawalId: string): Promise<void> {
  for (const creditNote of await decide(portal, withdrawalId)) {
    await payBack(portal, creditNote).catch(() => undefined);
  }
}

/** Registers the job that carries out withdrawals. */
export const handleWithdrawals = (portal: Portal): void =>
  portal.jobs.handle(withdrawalJob, ({ withdrawalId }) => carryOut(portal, withdrawalId));
