import * as z from "zod/mini";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import type { Portal } from "#api/portal.ts";
import type { Invoice, Withdrawal } from "../../ledger/module.ts";
import {
  confirmationMailOf,
  receivedMailOf,
  recipientOf,
  unmatchedMailOf,
  withdrawnMailOf,
} from "./compose-mails.ts";
import { sumOf, type Ended } from "./end-contract.ts";
import { findWithdrawal } from "./withdrawal-store.ts";

const aboutWithdrawal = z.object({ withdrawalId: z.string() });

const receivedMail = defineJob({
  name: "billing.mail-withdrawal-received",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

const confirmationMail = defineJob({
  name: "billing.mail-withdrawal-confirmation",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

const unmatchedMail = defineJob({
  name: "billing.mail-withdrawal-unmatched",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

const withdrawnMail = defineJob({
  name: "billing.mail-withdrawn",
  payload: z.object({
    ...aboutWithdrawal.shape,
    /** What is paid back, and what goes back to the account's credit, in minor units. */
    amount: z.int(),
    credit: z.int(),
    /** What has ended with the contract, and the credit notes of all. */
    invoiceIds: z._default(z.array(z.string()), []),
    creditNoteIds: z._default(z.array(z.string()), []),
  }),
  retry: patientRetries,
});

/** Acknowledges a declaration to its address, with the same words for everybody: nothing is known of the sender. */
export const acknowledge = ({ jobs }: Portal, tx: Database, withdrawalId: string): Promise<void> =>
  jobs.enqueue(tx, receivedMail, { withdrawalId });

/** Enqueues the mail to the owner of the portal about a declaration that was not carried out. */
export const reportUnmatched = (
  { jobs }: Portal,
  tx: Database,
  withdrawalId: string,
): Promise<void> => jobs.enqueue(tx, unmatchedMail, { withdrawalId });

/** Acknowledges a declaration to the address that it gives, unless that gets the mail to the buyer. */
async function acknowledgeElsewhere(
  portal: Portal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
): Promise<void> {
  const { to } = await recipientOf(tx, contract, withdrawal);
  if (to.toLowerCase() !== withdrawal.email) await acknowledge(portal, tx, withdrawal.id);
}

/** Enqueues the mail that asks the buyer of a contract to confirm a declaration by its link. */
export async function askForConfirmation(
  portal: Portal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
): Promise<void> {
  await acknowledgeElsewhere(portal, tx, withdrawal, contract);
  await portal.jobs.enqueue(tx, confirmationMail, { withdrawalId: withdrawal.id });
}

/** Enqueues the mail about a withdrawal that was carried out, in its transaction: it acknowledges it, too. */
export async function mailWithdrawn(
  portal: Portal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
  { invoices, creditNotes, credit }: Ended,
): Promise<void> {
  await acknowledgeElsewhere(portal, tx, withdrawal, contract);
  await portal.jobs.enqueue(tx, withdrawnMail, {
    withdrawalId: withdrawal.id,
    amount: sumOf(creditNotes),
    credit,
    invoiceIds: invoices.map(({ id }) => id),
    creditNoteIds: creditNotes.map(({ id }) => id),
  });
}

export function handleWithdrawalMails(portal: Portal): void {
  const { database, jobs, mailer } = portal;
  const send = async (
    id: string,
    compose: (withdrawal: Withdrawal) => Mail | Promise<Mail | undefined>,
  ) => {
    const withdrawal = await findWithdrawal(database, id);
    const mail = withdrawal && (await compose(withdrawal));
    if (mail) await mailer.send(mail);
  };
  jobs.handle(receivedMail, (job) =>
    send(job.withdrawalId, (withdrawal) => receivedMailOf(portal, withdrawal)),
  );
  jobs.handle(unmatchedMail, (job) =>
    send(job.withdrawalId, (withdrawal) => unmatchedMailOf(portal, withdrawal)),
  );
  jobs.handle(confirmationMail, (job) =>
    send(job.withdrawalId, (withdrawal) => confirmationMailOf(portal, withdrawal)),
  );
  jobs.handle(withdrawnMail, ({ withdrawalId, ...about }) =>
    send(withdrawalId, (withdrawal) => withdrawnMailOf(portal, withdrawal, about)),
  );
}
