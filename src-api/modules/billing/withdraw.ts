import { formatDateTime } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { routePath } from "#shared/routes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { signedIdOf, signId } from "#api/infra/signed-ids.ts";
import type { Portal } from "#api/portal.ts";
import { findBuyer, findInvoice, findInvoiceByReceipt, lockInvoice } from "./invoices.ts";
import { findCreditNote } from "./corrections.ts";
import { isTestPayment, markTestMode, withCreditNote } from "./receipts.ts";
import type { CreditNote, Invoice, Withdrawal } from "./schema.ts";
import {
  buyerOf,
  endContract,
  type Ended,
  findByAddress,
  findByReference,
  findWithdrawal,
  insertWithdrawal,
  isWithdrawable,
  isWithdrawn,
  itemsOf,
  previewContract,
  receiptNumberIn,
  recordClaim,
  recordContract,
  referenceIn,
  sumOf,
} from "./contract.ts";
import * as z from "zod/mini";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { randomUUID } from "node:crypto";
import {
  confirmWithdrawal,
  previewWithdrawal,
  withdraw,
  type withdrawalSchema,
} from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { payBack } from "./refund.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#api/http/serve.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";

/** Whom a mail about a contract goes to: its buyer, wherever the declaration says that it comes from. */
async function recipientOf(
  database: Database,
  { userId, buyerEmail }: Invoice,
  { language }: Withdrawal,
): Promise<{ to: string; language: Language; hasAccount: boolean }> {
  const buyer = userId === null ? undefined : await findBuyer(database, userId);
  const to = buyer?.email || buyerEmail;
  return { to, language: buyer?.language ?? language, hasAccount: buyer !== undefined };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** When it was declared, for the texts. */
const declaredAt = (
  { createdAt }: Withdrawal,
  { brand }: Pick<Portal, "brand">,
  language: Language,
): string => formatDateTime(createdAt.toISOString(), language, brand.timeZone);

/** Returns the acknowledgement to an address of which nothing is known. */
const receivedMailOf = (portal: Portal, withdrawal: Withdrawal): Mail => {
  const { email: to, language } = withdrawal;
  const values = { at: declaredAt(withdrawal, portal, language) };
  return composeMail("withdrawal-received", { to, language, values });
};

/** Returns the mail to the owner of the portal about a declaration that was not carried out. */
const unmatchedMailOf = (portal: Portal, withdrawal: Withdrawal): Mail => {
  const { name, email, contract, language } = withdrawal;
  return composeMail("withdrawal-unmatched", {
    to: portal.brand.contactEmail,
    replyTo: email,
    language,
    values: {
      name: oneLine(name),
      email,
      contract: oneLine(contract),
      at: declaredAt(withdrawal, portal, language),
    },
  });
};

/** What the mails to the buyer say of the contract, all of it from the books. */
const contractValues = (
  portal: Portal,
  withdrawal: Withdrawal,
  contract: Invoice,
  { invoices, language }: { invoices: readonly Invoice[]; language: Language },
) => ({
  at: declaredAt(withdrawal, portal, language),
  items: itemsOf(invoices).join("\n"),
  number: contract.receiptNumber ?? "",
  name: contract.buyerName,
});

/** Returns the mail that asks the buyer whether a declaration is the buyer's own; undefined once it has taken effect. */
async function confirmationMailOf(
  portal: Portal,
  withdrawal: Withdrawal,
): Promise<Mail | undefined> {
  const { database, config } = portal;
  const { id, claimedInvoiceId } = withdrawal;
  const contract = claimedInvoiceId ? await findInvoice(database, claimedInvoiceId) : undefined;
  if (!contract || withdrawal.invoiceId !== null) return undefined;
  const { to, language } = await recipientOf(database, contract, withdrawal);
  const token = await signId(database, "withdrawal", id);
  const mail = composeMail("withdrawal-confirm", {
    to,
    language,
    values: contractValues(portal, withdrawal, contract, { invoices: [contract], language }),
    // After "#", so that no server and no log of one gets to know it.
    url: `${publicOrigin(config)}${routePath("withdrawal")}#${token}`,
  });
  return markTestMode(mail, isTestPayment(portal, contract));
}

/** Returns what follows: the end of a membership, what goes back to the card and to the account. */
function outcomeText(
  back: { amount: number; credit: number },
  { currency, period }: Invoice,
  language: Language,
): string {
  const t = textsIn(language);
  const amount = formatMoney({ amount: back.amount, currency }, language);
  const credit = formatMoney({ amount: back.credit, currency }, language);
  const sentences = [
    ...(period ? [t("mails:withdrawn.ended")] : []),
    back.amount > 0 ? t("mails:withdrawn.refund", { amount }) : t("mails:withdrawn.nothing"),
    ...(back.credit > 0 ? [t("mails:withdrawn.credit", { credit })] : []),
  ];
  return sentences.join(" ");
}

/** Attaches the credit notes of a withdrawal, and says so. One that the provider refused meanwhile is void. */
async function withCreditNotes(portal: Portal, mail: Mail, ids: readonly string[]): Promise<Mail> {
  const { database } = portal;
  let attached = mail;
  const numbers: string[] = [];
  for (const id of ids) {
    const note = await findCreditNote(database, id);
    const invoice = note && (await findInvoice(database, note.invoiceId));
    if (!invoice || note.status === "failed") continue;
    attached = await withCreditNote(portal, attached, note, invoice);
    numbers.push(note.number);
  }
  if (numbers.length === 0) return mail;
  const t = textsIn(mail.language);
  const text = t("mails:withdrawn.notes", { count: numbers.length, numbers: numbers.join(", ") });
  return { ...attached, paragraphs: [...attached.paragraphs, text] };
}

/** What was carried out: amounts in minor units, what has ended with the contract, and the credit notes of all. */
type Carried = { amount: number; credit: number; invoiceIds: string[]; creditNoteIds: string[] };

/** Returns the mail that acknowledges a withdrawal and tells what it did. */
async function withdrawnMailOf(
  portal: Portal,
  withdrawal: Withdrawal,
  { invoiceIds, creditNoteIds, ...back }: Carried,
): Promise<Mail | undefined> {
  const { database, config } = portal;
  const contract = withdrawal.invoiceId && (await findInvoice(database, withdrawal.invoiceId));
  if (!contract) return undefined;
  const found = await Promise.all(invoiceIds.map((id) => findInvoice(database, id)));
  const invoices = found.filter((invoice) => invoice !== undefined);
  const { to, language, hasAccount } = await recipientOf(database, contract, withdrawal);
  const mail = composeMail("withdrawn", {
    to,
    language,
    values: {
      ...contractValues(portal, withdrawal, contract, {
        invoices: invoices.length > 0 ? invoices : [contract],
        language,
      }),
      outcome: outcomeText(back, contract, language),
    },
    ...(hasAccount && { url: publicOrigin(config) + routePath("membership") }),
  });
  const complete = await withCreditNotes(portal, mail, creditNoteIds);
  return markTestMode(complete, isTestPayment(portal, contract));
}

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
const acknowledge = ({ jobs }: Portal, tx: Database, withdrawalId: string): Promise<void> =>
  jobs.enqueue(tx, receivedMail, { withdrawalId });

/** Enqueues the mail to the owner of the portal about a declaration that was not carried out. */
const reportUnmatched = ({ jobs }: Portal, tx: Database, withdrawalId: string): Promise<void> =>
  jobs.enqueue(tx, unmatchedMail, { withdrawalId });

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
async function askForConfirmation(
  portal: Portal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
): Promise<void> {
  await acknowledgeElsewhere(portal, tx, withdrawal, contract);
  await portal.jobs.enqueue(tx, confirmationMail, { withdrawalId: withdrawal.id });
}

/** Enqueues the mail about a withdrawal that was carried out, in its transaction: it acknowledges it, too. */
async function mailWithdrawn(
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
async function findProven(
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
async function findUnconfirmed(
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
async function confirmDeclared(portal: Portal, token: string): Promise<Date> {
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

/** Serves the function by which consumers withdraw from a contract; needs no session. */
export async function withdrawalRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, withdraw, async ({ body }, request) => {
    await throttle(portal, "withdrawal", request.ip, body.email);
    await throttleRecipient(portal, body.email, request.ip);
    const { language, session } = request;
    const by = { language, userId: session?.userId ?? null };
    const receivedAt = await receiveWithdrawal(portal, body, by);
    return { receivedAt: receivedAt.toISOString() };
  });

  serve(app, previewWithdrawal, async ({ body }, request) => {
    await throttle(portal, "withdrawal-preview", request.ip, "");
    if ("token" in body) {
      const unconfirmed = await findUnconfirmed(portal, body.token);
      if (!unconfirmed) return { contract: null };
      const { contract, withdrawal } = unconfirmed;
      return { contract: await previewContract(portal, contract, withdrawal.createdAt) };
    }
    const { database } = portal;
    const userId = request.session?.userId ?? null;
    const contract = await findProven(database, body.contract, userId);
    const now = portal.now();
    if (!contract || !isWithdrawable(portal, contract, now)) return { contract: null };
    if (await isWithdrawn(database, contract.id)) return { contract: null };
    return { contract: await previewContract(portal, contract, now) };
  });

  serve(app, confirmWithdrawal, async ({ body }, request) => {
    await throttle(portal, "withdrawal-preview", request.ip, "");
    const receivedAt = await confirmDeclared(portal, body.token);
    return { receivedAt: receivedAt.toISOString() };
  });
}
