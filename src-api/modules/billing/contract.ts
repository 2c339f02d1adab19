import { type Withdrawable, lastWithdrawalDay, withdrawalDays } from "#shared/api/membership.ts";
import { businessDay, startOf } from "#api/infra/written-time.ts";
import type { PaymentPortal, Portal } from "#api/portal.ts";
import { findLastPaid, lockInvoice } from "./invoices.ts";
import { groupReference } from "./receipts.ts";
import { type CreditNote, type Invoice, invoices, type Withdrawal, withdrawals } from "./schema.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, gt, gte, inArray, isNull, or, sql } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import { findBalance, findWithdrawnAt, insertCredit } from "./corrections.ts";
import { type Actor, memberActor } from "#api/infra/audit/record-act.ts";
import { beginRefund } from "./refund.ts";
import { endPaidMembership } from "./void-unpaid.ts";

/** Returns whether one could withdraw from an invoice at a time. A renewal opens no right of its own. */
export const isWithdrawable = (
  { brand: { timeZone } }: Pick<Portal, "brand">,
  { reason, paidAt }: Pick<Invoice, "reason" | "paidAt">,
  declaredAt: Date,
): boolean =>
  reason !== "renewal" &&
  paidAt !== null &&
  businessDay(declaredAt, timeZone) <= lastWithdrawalDay(paidAt, timeZone);

/** Returns the first payment time of contracts from which one could still withdraw at a time. */
const earliestContract = ({ brand: { timeZone } }: Pick<Portal, "brand">, declaredAt: Date): Date =>
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

/** Returns until when one can withdraw from the contract that pays a membership's present period; null when one cannot. */
export async function findWithdrawUntil(
  portal: Pick<Portal, "brand" | "database" | "now">,
  subscriptionId: string,
): Promise<Date | null> {
  const { timeZone } = portal.brand;
  const contract = await findLastPaid(portal.database, subscriptionId);
  if (!contract?.paidAt || !isWithdrawable(portal, contract, portal.now())) return null;
  return startOf(lastWithdrawalDay(contract.paidAt, timeZone), timeZone, 1);
}

export const insertWithdrawal = (tx: Database, row: Withdrawal) =>
  tx.insert(withdrawals).values(row);

export async function findWithdrawal(
  database: Database,
  id: string,
): Promise<Withdrawal | undefined> {
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.id, id));
  return row;
}

export async function findByReference(
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
export async function findByAddress(
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
export const isWithdrawn = async (database: Database, invoiceId: string): Promise<boolean> =>
  (await findWithdrawnAt(database, [invoiceId])).has(invoiceId);

/** Records which contract a withdrawal ends. False when it has ended one already. */
export async function recordContract(
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
export const recordClaim = (tx: Database, { id }: Withdrawal, claimedInvoiceId: string) =>
  tx.update(withdrawals).set({ claimedInvoiceId }).where(eq(withdrawals.id, id));

const { reason, paidAt } = invoices;

/** Returns what ends with a contract, newest first: its orders, changes and renewals. */
const findContractsOf = (
  database: Database,
  subscriptionId: string,
  { earliest, declaredAt }: { earliest: Date; declaredAt: Date },
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
          and(eq(reason, "renewal"), gt(paidAt, declaredAt)),
        ),
      ),
    )
    .orderBy(desc(paidAt));

export type Ended = {
  /** The contract, what changed it later, and renewals since its declaration; newest first. */
  invoices: Invoice[];
  /** Credit notes whose money is to be sent. */
  creditNotes: CreditNote[];
  /** Credit that is back on the account, in minor units. */
  credit: number;
};

/** Whoever has the receipt, the mailbox or the session of the buyer acts as the buyer. */
export const buyerOf = ({ userId }: Invoice): Actor =>
  userId === null
    ? { userId: null, via: "portal", ip: null, userAgent: null }
    : memberActor(userId);

/** Takes back the credit that changes of a contract got for it: the contract is paid back in money. */
async function withdrawCredit(tx: Database, contract: Invoice, changes: Invoice[], now: Date) {
  const { id: invoiceId, userId, currency } = contract;
  const got = changes.reduce((sum, { credit, creditChange }) => sum + credit + creditChange, 0);
  if (!userId || got === 0) return;
  await insertCredit(tx, { userId, invoiceId, amount: -got, currency }, now);
}

/** Ends a contract, and what changed it later. Writes the refunds of all that was paid for it. */
export async function endContract(
  portal: PaymentPortal,
  tx: Database,
  contract: Invoice,
  declaredAt: Date,
): Promise<Ended> {
  const { subscriptionId, userId } = contract;
  const since = { earliest: earliestContract(portal, declaredAt), declaredAt };
  const contracts = subscriptionId ? await findContractsOf(tx, subscriptionId, since) : [contract];
  const first = contracts.at(-1) ?? contract;
  const before = userId ? await findBalance(tx, userId, contract.currency) : 0;
  const creditNotes: CreditNote[] = [];
  const changes: Invoice[] = [];
  for (const invoice of contracts) {
    const begun = await beginRefund(
      tx,
      {
        invoiceId: invoice.id,
        amount: null,
        reason: "withdrawal",
        note: "",
        undone: changes.map(({ id }) => id),
        actor: buyerOf(contract),
      },
      portal,
    );
    if (begun.outcome !== "begun") continue;
    creditNotes.push(begun.creditNote);
    if (invoice.id !== first.id) changes.push(invoice);
  }
  await withdrawCredit(tx, first, changes, portal.now());
  await endPaidMembership(tx, contract, portal); // if it was paid back before, in parts
  const credit = userId ? (await findBalance(tx, userId, contract.currency)) - before : 0;
  return { invoices: contracts, creditNotes, credit };
}

/** Returns the sum of credit notes of one currency, in minor units. */
export const sumOf = (creditNotes: readonly Pick<CreditNote, "amount">[]): number =>
  creditNotes.reduce((sum, { amount }) => sum + amount, 0);

/** Returns what was bought, one item a text: "Course-walking workbook × 2". */
export const itemsOf = (contracts: readonly Pick<Invoice, "lines">[]): string[] =>
  contracts.flatMap(({ lines }) =>
    lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)),
  );

/** Thrown to roll back a preview, with what it has found. */
class Previewed extends Error {
  readonly ended: Ended;
  constructor(ended: Ended) {
    super("A preview changes nothing.");
    this.ended = ended;
  }
}

/** Returns what ending a contract now would give back, by ending it and rolling that back. Throws `conflict`. */
export async function previewContract(
  portal: PaymentPortal,
  contract: Invoice,
  declaredAt: Date,
): Promise<Withdrawable> {
  const { currency, receiptNumber, period } = contract;
  const ending = portal.database.transaction(async (tx): Promise<Ended> => {
    await lockInvoice(tx, contract.id);
    throw new Previewed(await endContract(portal, tx, contract, declaredAt));
  });
  const {
    invoices: contracts,
    creditNotes,
    credit,
  } = await ending.catch((error: unknown) => {
    if (error instanceof Previewed) return error.ended;
    throw error;
  });
  return {
    receiptNumber: receiptNumber ?? "",
    items: itemsOf(contracts),
    amount: { amount: sumOf(creditNotes), currency },
    credit: { amount: Math.max(0, credit), currency },
    endsMembership: period !== null,
  };
}
