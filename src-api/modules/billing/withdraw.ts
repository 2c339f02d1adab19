import { servedLanguage, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { signedIdOf } from "#api/infra/signed-ids.ts";
import type { Enqueuing, PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import {
  endPaidMembership,
  findBuyer,
  findInvoice,
  findInvoiceByReceipt,
  findLastPaid,
  groupReference,
  lockInvoice,
} from "./invoices.ts";
import { type CreditNote, type Invoice, invoices, type Withdrawal, withdrawals } from "./schema.ts";
import * as z from "zod/mini";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { randomUUID } from "node:crypto";
import {
  confirmWithdrawal,
  lastWithdrawalDay,
  previewWithdrawal,
  withdraw,
  type Withdrawable,
  withdrawalDays,
  type withdrawalSchema,
} from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, memberActor, recordAct } from "#api/infra/audit/record-act.ts";
import { beginRefund, payBack } from "./refund.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#api/http/serve.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { businessDay, startOf } from "#api/infra/written-time.ts";
import { findWithdrawnAt } from "./purchases.ts";
import { trialDaysOf } from "./trial.ts";
import { users } from "#api/modules/accounts/module.ts";
import { findBalance, insertCredit } from "./credit.ts";

/** Returns whether one could withdraw from an invoice at a time. A renewal opens no right of its own. */
const isWithdrawable = (
  { brand: { timeZone } }: Pick<Portal, "brand">,
  { reason, paidAt }: Pick<Invoice, "reason" | "paidAt">,
  declaredAt: Date,
): boolean =>
  reason !== "renewal" &&
  paidAt !== null &&
  businessDay(declaredAt, timeZone) <= lastWithdrawalDay(paidAt, timeZone);

/** Returns the first payment time of contracts from which one could still withdraw at a time. */
const earliestPayment = ({ brand: { timeZone } }: Pick<Portal, "brand">, declaredAt: Date): Date =>
  startOf(businessDay(declaredAt, timeZone), timeZone, -withdrawalDays);

const gap = String.raw`[\s–—-]*`;

const numberInText = new RegExp(
  String.raw`([a-z]{1,8})${gap}(\d{4})${gap}((?:\d\s*){5,11}\d)(?!\d)`,
  "i",
);

const referenceInText = new RegExp(
  String.raw`(?<![\da-z])[\da-f]{4}(?:${gap}[\da-f]{4}){3}(?![\da-z])`,
  "i",
);

/** Returns the withdrawal reference that a text contains, as it is stored; null without one. */
export function referenceIn(text: string): string | null {
  const [found] = referenceInText.exec(text) ?? [];
  return found === undefined ? null : groupReference(found.replaceAll(/[^\da-f]/gi, ""));
}

/** Returns the receipt number that a text names: "receipt rs 2026 - 000 123" names RS-2026-000123; or null. */
export function receiptNumberIn(text: string): string | null {
  const [, prefix, year, digits] = numberInText.exec(text) ?? [];
  if (prefix === undefined || year === undefined || digits === undefined) return null;
  return `${prefix.toUpperCase()}-${year}-${digits.replaceAll(/\s/g, "")}`;
}

/** Returns the time until which one can withdraw from the contract that pays a membership's present period; null when one cannot. */
export async function findWithdrawUntil(
  portal: Pick<Portal, "brand" | "database" | "now">,
  subscriptionId: string,
): Promise<Date | null> {
  const { timeZone } = portal.brand;
  const last = await findLastPaid(portal.database, subscriptionId);
  // A trial may be shorter than the time to withdraw: its order is the contract.
  const contract =
    last?.reason === "renewal" ? await findTrialOrder(portal.database, subscriptionId) : last;
  if (!contract?.paidAt || !isWithdrawable(portal, contract, portal.now())) return null;
  return startOf(lastWithdrawalDay(contract.paidAt, timeZone), timeZone, 1);
}

/** Returns the order that began a membership as a trial. */
async function findTrialOrder(
  database: Database,
  subscriptionId: string,
): Promise<Invoice | undefined> {
  const [order] = await database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.status, "paid"),
        eq(invoices.reason, "checkout"),
      ),
    );
  return order && trialDaysOf(order) !== null ? order : undefined;
}

const insertWithdrawal = (tx: Database, row: Withdrawal) => tx.insert(withdrawals).values(row);

export async function findWithdrawal(
  database: Database,
  id: string,
): Promise<Withdrawal | undefined> {
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.id, id));
  return row;
}

async function findByReference(
  database: Database,
  reference: string,
): Promise<Invoice | undefined> {
  const [row] = await database
    .select()
    .from(invoices)
    .where(and(eq(invoices.withdrawalReference, reference), eq(invoices.status, "paid")));
  return row;
}

/** Returns the paid invoice of a receipt number whose buyer or account has this address (lower case). */
async function findByAddress(
  database: Database,
  { receiptNumber, email }: { receiptNumber: string; email: string },
): Promise<Invoice | undefined> {
  const [row] = await database
    .select({ invoice: invoices })
    .from(invoices)
    .leftJoin(users, eq(users.id, invoices.userId))
    .where(
      and(
        eq(invoices.receiptNumber, receiptNumber),
        eq(invoices.status, "paid"),
        sql`${email} in (lower(${invoices.buyerEmail}), lower(${users.email}), lower(${users.unprovenEmail}))`,
      ),
    );
  return row?.invoice;
}

/** Returns whether a withdrawal from this contract has taken effect already. */
const isWithdrawn = async (database: Database, invoiceId: string): Promise<boolean> =>
  (await findWithdrawnAt(database, [invoiceId])).has(invoiceId);

/** Records which contract a withdrawal ends. False when it has ended one already. */
async function recordInvoice(
  tx: Database,
  { id }: Withdrawal,
  invoiceId: string,
): Promise<boolean> {
  const recorded = await tx
    .update(withdrawals)
    .set({ invoiceId })
    .where(and(eq(withdrawals.id, id), isNull(withdrawals.invoiceId)))
    .returning({ id: withdrawals.id });
  return recorded.length > 0;
}

/** Records which contract a declaration names whose buyer is asked for a confirmation. */
const recordClaim = (tx: Database, { id }: Withdrawal, claimedInvoiceId: string) =>
  tx.update(withdrawals).set({ claimedInvoiceId }).where(eq(withdrawals.id, id));

const { reason, paidAt } = invoices;

/** Returns the invoices that end with a contract, newest first: its orders, changes and renewals. */
const findInvoicesToReverse = (
  database: Database,
  subscriptionId: string,
  { earliest, renewalsSince }: { earliest: Date; renewalsSince: Date },
): Promise<Invoice[]> =>
  database
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.status, "paid"),
        or(
          and(inArray(reason, ["checkout", "switch"]), gte(paidAt, earliest)),
          and(eq(reason, "renewal"), gt(paidAt, renewalsSince)),
        ),
      ),
    )
    .orderBy(desc(paidAt));

type Withdrawn = {
  /** The contract, what changed it later, and renewals since its declaration; newest first. */
  invoices: Invoice[];
  /** Credit notes whose money is to be sent. */
  creditNotes: CreditNote[];
  /** Credit that is back on the account, in minor units. */
  credit: number;
};

/** Whoever has the receipt, the mailbox or the session of the buyer acts as the buyer. */
const buyerOf = ({ userId }: Invoice): Actor =>
  userId === null
    ? { userId: null, via: "portal", ip: null, userAgent: null }
    : memberActor(userId);

/** Takes back the credit that changes of a contract got for it: the contract is paid back in money. */
async function revokeCredit(tx: Database, contract: Invoice, changes: Invoice[], now: Date) {
  const { id: invoiceId, userId, currency } = contract;
  const got = changes.reduce((sum, { credit, creditChange }) => sum + credit + creditChange, 0);
  if (!userId || got === 0) return;
  await insertCredit(tx, { userId, invoiceId, amount: -got, currency }, now);
}

/** Returns the paid order that began a subscription. */
async function findPaidOrder(tx: Database, subscriptionId: string): Promise<Invoice | undefined> {
  const [order] = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "checkout"),
        eq(invoices.status, "paid"),
      ),
    )
    .orderBy(asc(invoices.paidAt))
    .limit(1);
  return order;
}

/** Ends a contract, and what changed it later. Writes the refunds of all that was paid for it. */
async function refundWithdrawal(
  portal: TransactionPortal,
  tx: Database,
  contract: Invoice,
  declaredAt: Date,
): Promise<Withdrawn> {
  const { subscriptionId, userId } = contract;
  const earliest = earliestPayment(portal, declaredAt);
  // What was charged since the end of a trial belongs to the contract that began with it.
  const order = subscriptionId && (await findPaidOrder(tx, subscriptionId));
  const isTried = order && trialDaysOf(order) !== null && order.paidAt && order.paidAt >= earliest;
  const renewalsSince = isTried ? earliest : declaredAt;
  const since = { earliest, renewalsSince };
  const withdrawn = subscriptionId
    ? await findInvoicesToReverse(tx, subscriptionId, since)
    : [contract];
  const first = withdrawn.at(-1) ?? contract;
  const before = userId ? await findBalance(tx, userId, contract.currency) : 0;
  const creditNotes: CreditNote[] = [];
  const changes: Invoice[] = [];
  for (const invoice of withdrawn) {
    const begun = await beginRefund(portal, tx, {
      invoiceId: invoice.id,
      amount: null,
      reason: "withdrawal",
      note: "",
      undone: changes.map(({ id }) => id),
      actor: buyerOf(contract),
    });
    if (begun.outcome !== "begun") continue;
    creditNotes.push(begun.creditNote);
    if (invoice.id !== first.id) changes.push(invoice);
  }
  await revokeCredit(tx, first, changes, portal.now());
  await endPaidMembership(portal, tx, contract); // if it was paid back before, in parts
  const credit = userId ? (await findBalance(tx, userId, contract.currency)) - before : 0;
  return { invoices: withdrawn, creditNotes, credit };
}

/** Returns the sum of credit notes of one currency, in minor units. */
const sumOf = (creditNotes: readonly Pick<CreditNote, "amount">[]): number =>
  creditNotes.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the bought items, one text each: "Course-walking workbook × 2". */
export const itemsOf = (sold: readonly Pick<Invoice, "lines">[]): string[] =>
  sold.flatMap(({ lines }) =>
    lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)),
  );

/** Thrown to roll back a preview, with what it has found. */
class Previewed extends Error {
  readonly ended: Withdrawn;
  constructor(ended: Withdrawn) {
    super("A preview changes nothing.");
    this.ended = ended;
  }
}

/** Returns the refund of ending a contract now, by ending it and rolling that back. Throws `conflict`. */
async function previewRefunds(
  portal: PaymentPortal,
  contract: Invoice,
  declaredAt: Date,
): Promise<Withdrawable> {
  const { currency, receiptNumber, period } = contract;
  const ending = portal.database.transaction(async (tx): Promise<Withdrawn> => {
    await lockInvoice(tx, contract.id);
    throw new Previewed(await refundWithdrawal(portal, tx, contract, declaredAt));
  });
  const {
    invoices: withdrawn,
    creditNotes,
    credit,
  } = await ending.catch((error: unknown) => {
    if (error instanceof Previewed) return error.ended;
    throw error;
  });
  return {
    receiptNumber: receiptNumber ?? "",
    items: itemsOf(withdrawn),
    amount: { amount: sumOf(creditNotes), currency },
    credit: { amount: Math.max(0, credit), currency },
    endsMembership: period !== null,
  };
}

/** Whom a mail about a contract goes to: its buyer, wherever the declaration says that it comes from. */
export async function recipientOf(
  { database, brand }: Pick<Portal, "database" | "brand">,
  { userId, buyerEmail }: Invoice,
  { language }: Withdrawal,
): Promise<{ to: string; language: Language; hasAccount: boolean }> {
  const buyer = userId === null ? undefined : await findBuyer(database, userId);
  const to = buyer?.email || buyerEmail;
  return {
    to,
    language: servedLanguage(brand.languages, buyer?.language ?? language),
    hasAccount: buyer !== undefined,
  };
}

const aboutWithdrawal = z.object({ withdrawalId: z.string() });

export const receivedMail = defineJob({
  name: "billing.mail-withdrawal-received",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

export const confirmationMail = defineJob({
  name: "billing.mail-withdrawal-confirmation",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

export const unmatchedMail = defineJob({
  name: "billing.mail-withdrawal-unmatched",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

export const withdrawnMail = defineJob({
  name: "billing.mail-withdrawn",
  payload: z.object({
    ...aboutWithdrawal.shape,
    /** What is paid back, and what goes back to the account's credit, in minor units. */
    amount: z.int(),
    credit: z.int(),
    /** What has ended with the contract, and the credit notes of all. */
    invoiceIds: z.array(z.string()),
    creditNoteIds: z.array(z.string()),
  }),
  retry: patientRetries,
});

/** Acknowledges a declaration to its address, with the same words for everybody: nothing is known of the sender. */
const acknowledge = ({ jobs }: Enqueuing, tx: Database, withdrawalId: string): Promise<void> =>
  jobs.enqueue(tx, receivedMail, { withdrawalId });

/** Enqueues the mail to the owner of the portal about a declaration that was not carried out. */
const reportUnmatched = ({ jobs }: Enqueuing, tx: Database, withdrawalId: string): Promise<void> =>
  jobs.enqueue(tx, unmatchedMail, { withdrawalId });

/** Acknowledges a declaration to the address that it gives, unless that gets the mail to the buyer. */
async function acknowledgeElsewhere(
  portal: TransactionPortal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
): Promise<void> {
  const { to } = await recipientOf({ ...portal, database: tx }, contract, withdrawal);
  if (to.toLowerCase() !== withdrawal.email) await acknowledge(portal, tx, withdrawal.id);
}

/** Enqueues the mail that asks the buyer of a contract to confirm a declaration by its link. */
async function askForConfirmation(
  portal: TransactionPortal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
): Promise<void> {
  await acknowledgeElsewhere(portal, tx, withdrawal, contract);
  await portal.jobs.enqueue(tx, confirmationMail, { withdrawalId: withdrawal.id });
}

/** Enqueues the mail about a withdrawal that was carried out, in its transaction: it acknowledges it, too. */
async function mailWithdrawn(
  portal: TransactionPortal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
  { invoices: withdrawn, creditNotes, credit }: Withdrawn,
): Promise<void> {
  await acknowledgeElsewhere(portal, tx, withdrawal, contract);
  await portal.jobs.enqueue(tx, withdrawnMail, {
    withdrawalId: withdrawal.id,
    amount: sumOf(creditNotes),
    credit,
    invoiceIds: withdrawn.map(({ id }) => id),
    creditNoteIds: creditNotes.map(({ id }) => id),
  });
}

export const withdrawalJob = defineJob({
  name: "billing.withdraw",
  payload: z.object({
    withdrawalId: z.string(),
    /** Who was logged in when it was declared. */
    userId: z.nullable(z.string()),
    /** Whether the buyer has confirmed it by the link of the mail. */
    isConfirmed: z.boolean(),
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
  portal: TransactionPortal,
  tx: Database,
  withdrawal: Withdrawal,
  contract: Invoice,
): Promise<CreditNote[]> {
  if (!(await recordInvoice(tx, withdrawal, contract.id))) return [];
  const ended = await refundWithdrawal(portal, tx, contract, withdrawal.createdAt);
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

/** Ends a proven contract; asks the buyer of one that is only named; else mails the owner. Returns the refunds. */
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

/** Returns the declaration that a mail's token confirms; undefined once it is confirmed, or too late. */
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
      return { contract: await previewRefunds(portal, contract, withdrawal.createdAt) };
    }
    const { database } = portal;
    const userId = request.session?.userId ?? null;
    const contract = await findProven(database, body.contract, userId);
    const now = portal.now();
    if (!contract || !isWithdrawable(portal, contract, now)) return { contract: null };
    if (await isWithdrawn(database, contract.id)) return { contract: null };
    return { contract: await previewRefunds(portal, contract, now) };
  });

  serve(app, confirmWithdrawal, async ({ body }, request) => {
    await throttle(portal, "withdrawal-preview", request.ip, "");
    const receivedAt = await confirmDeclared(portal, body.token);
    return { receivedAt: receivedAt.toISOString() };
  });
}
