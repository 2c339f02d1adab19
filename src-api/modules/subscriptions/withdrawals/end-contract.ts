import type { Withdrawable } from "#shared/api/membership.ts";
import { memberActor, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  findBalance,
  insertCredit,
  lockInvoice,
  type CreditNote,
  type Invoice,
} from "../../ledger/module.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { beginRefund, endPaidMembership } from "../../payments/module.ts";
import { earliestContract } from "./contract.ts";
import { findContractsOf } from "./withdrawal-store.ts";

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
  const invoices = subscriptionId ? await findContractsOf(tx, subscriptionId, since) : [contract];
  const first = invoices.at(-1) ?? contract;
  const before = userId ? await findBalance(tx, userId, contract.currency) : 0;
  const creditNotes: CreditNote[] = [];
  const changes: Invoice[] = [];
  for (const invoice of invoices) {
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
  return { invoices, creditNotes, credit };
}

/** Returns the sum of credit notes of one currency, in minor units. */
export const sumOf = (creditNotes: readonly Pick<CreditNote, "amount">[]): number =>
  creditNotes.reduce((sum, { amount }) => sum + amount, 0);

/** Returns what was bought, one item a text: "Course-walking workbook × 2". */
export const itemsOf = (invoices: readonly Pick<Invoice, "lines">[]): string[] =>
  invoices.flatMap(({ lines }) =>
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
  const { invoices, creditNotes, credit } = await ending.catch((error: unknown) => {
    if (error instanceof Previewed) return error.ended;
    throw error;
  });
  return {
    receiptNumber: receiptNumber ?? "",
    items: itemsOf(invoices),
    amount: { amount: sumOf(creditNotes), currency },
    credit: { amount: Math.max(0, credit), currency },
    endsMembership: period !== null,
  };
}
