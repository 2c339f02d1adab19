import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { withdrawalSchema } from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { signedIdOf } from "#api/infra/signed-ids.ts";
import type { Portal } from "#api/portal.ts";
import {
  findInvoice,
  findInvoiceByReceipt,
  lockInvoice,
  type CreditNote,
  type Invoice,
  type Withdrawal,
} from "../../ledger/module.ts";
import { payBack } from "../../payments/module.ts";
import { isWithdrawable, receiptNumberIn, referenceIn } from "./contract.ts";
import { buyerOf, endContract } from "./end-contract.ts";
import {
  acknowledge,
  askForConfirmation,
  mailWithdrawn,
  reportUnmatched,
} from "./withdrawal-mails.ts";
import {
  findByAddress,
  findByReference,
  findWithdrawal,
  insertWithdrawal,
  isWithdrawn,
  recordClaim,
  recordContract,
} from "./withdrawal-store.ts";

export const withdrawalJob = defineJob({
  name: "billing.withdraw",
  payload: z.object({
    withdrawalId: z.string(),
    /** Who was logged in when it was declared. */
    userId: z._default(z.nullable(z.string()), null),
    /** Whether the buyer has confirmed it by the link of the mail. */
    isConfirmed: z._default(z.boolean(), false),
  }),
  retry: patientRetries,
});
type Proof = Omit<z.infer<typeof withdrawalJob.payload>, "withdrawalId">;

/** How long the link of the mail to the buyer works, from the declaration on. */
const confirmationLifeMs = 30 * dayMs;

/** Stores a declaration and what follows, with the same work whether or not it names a contract. Returns its time. */
export const receiveWithdrawal = (
  { database, jobs, now }: Portal,
  declared: z.infer<typeof withdrawalSchema>,
  { language, userId }: { language: Language; userId: string | null },
): Promise<Date> =>
  database.transaction(async (tx) => {
    const createdAt = now();
    const id = randomUUID();
    const undecided = { invoiceId: null, claimedInvoiceId: null };
    await insertWithdrawal(tx, { ...declared, ...undecided, id, language, createdAt });
    await jobs.enqueue(tx, withdrawalJob, { withdrawalId: id, userId, isConfirmed: false });
    return createdAt;
  });

/** Returns a contract that is proven by its withdrawal reference, or as a purchase of the logged-in user. */
export async function findProven(
  database: Database,
  contract: string,
  userId: string | null,
): Promise<Invoice | undefined> {
  const reference = referenceIn(contract);
  const referred = reference === null ? undefined : await findByReference(database, reference);
  const receiptNumber = receiptNumberIn(contract);
  if (referred || userId === null || receiptNumber === null) return referred;
  const own = await findInvoiceByReceipt(database, receiptNumber);
  return own?.userId === userId && own.status === "paid" ? own : undefined;
}

/** Returns the contract that a declaration names without a proof: by its number and the buyer's address. */
async function findClaimed(
  tx: Database,
  { contract, email }: Withdrawal,
): Promise<Invoice | undefined> {
  const receiptNumber = receiptNumberIn(contract);
  return receiptNumber === null ? undefined : findByAddress(tx, { receiptNumber, email });
}

/** Ends a contract that the buyer withdraws from. Returns the refunds to send. */
async function carryOut(
  portal: Portal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
): Promise<CreditNote[]> {
  if (!(await recordContract(tx, withdrawal, contract.id))) return [];
  const ended = await endContract(portal, tx, contract, withdrawal.createdAt);
  await recordAct(tx, {
    act: "contract-withdrawn",
    at: portal.now(),
    actor: buyerOf(contract),
    subjectId: contract.userId,
    details: { receipt: contract.receiptNumber },
  });
  await mailWithdrawn(portal, tx, withdrawal, contract, ended);
  return ended.creditNotes;
}

/** Ends a proven contract; asks the buyer of one that is only named; else tells the owner. Returns the refunds. */
const decide = (portal: Portal, withdrawalId: string, proof: Proof): Promise<CreditNote[]> =>
  portal.database.transaction(async (tx) => {
    const withdrawal = await findWithdrawal(tx, withdrawalId);
    if (!withdrawal || withdrawal.invoiceId !== null) return [];
    const { claimedInvoiceId, contract, createdAt } = withdrawal;
    if (claimedInvoiceId !== null && !proof.isConfirmed) return []; // the buyer was asked
    const proven = claimedInvoiceId
      ? await findInvoice(tx, claimedInvoiceId)
      : await findProven(tx, contract, proof.userId);
    const named = proven ?? (await findClaimed(tx, withdrawal));
    if (!named || !isWithdrawable(portal, named, createdAt)) {
      await acknowledge(portal, tx, withdrawalId);
      await reportUnmatched(portal, tx, withdrawalId);
      return [];
    }
    await lockInvoice(tx, named.id);
    // A second click on the link may have been faster.
    if ((await findWithdrawal(tx, withdrawalId))?.invoiceId !== null) return [];
    if (await isWithdrawn(tx, named.id)) await acknowledge(portal, tx, withdrawalId);
    else if (proven) return carryOut(portal, tx, withdrawal, proven);
    else {
      await recordClaim(tx, withdrawal, named.id);
      await askForConfirmation(portal, tx, withdrawal, named);
    }
    return [];
  });

/** Returns what the token of a mail asks its buyer to confirm; undefined once that is done, or too late. */
export async function findUnconfirmed(
  { database, now }: Portal,
  token: string,
): Promise<{ withdrawal: Withdrawal; contract: Invoice } | undefined> {
  const id = await signedIdOf(database, "withdrawal", token);
  const withdrawal = id === null ? undefined : await findWithdrawal(database, id);
  if (!withdrawal?.claimedInvoiceId) return undefined;
  if (now().getTime() > withdrawal.createdAt.getTime() + confirmationLifeMs) return undefined;
  if (await isWithdrawn(database, withdrawal.claimedInvoiceId)) return undefined;
  const contract = await findInvoice(database, withdrawal.claimedInvoiceId);
  return contract && { withdrawal, contract };
}

/** Lets a declaration take effect that its buyer confirms. Returns when it was declared. Throws `token-invalid`. */
export async function confirmDeclared(portal: Portal, token: string): Promise<Date> {
  const unconfirmed = await findUnconfirmed(portal, token);
  if (!unconfirmed) throw new ApiError("token-invalid");
  const { id: withdrawalId, createdAt } = unconfirmed.withdrawal;
  const confirmed = { withdrawalId, userId: null, isConfirmed: true };
  await portal.jobs.enqueue(portal.database, withdrawalJob, confirmed);
  return createdAt;
}

/** Registers the job that decides on withdrawals; unanswered refunds have a job of their own. */
export const handleWithdrawals = (portal: Portal): void =>
  portal.jobs.handle(withdrawalJob, async ({ withdrawalId, ...proof }) => {
    for (const creditNote of await decide(portal, withdrawalId, proof)) {
      await payBack(portal, creditNote).catch(() => undefined);
    }
  });
