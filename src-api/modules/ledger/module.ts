import type { PortalModule } from "../../portal.ts";
import { creditEntries } from "./corrections/schema.ts";
import { findWithdrawalsOf } from "./corrections/withdrawn-store.ts";
import { findBooksOf } from "./owned-data-store.ts";
import { handleReceiptMails } from "./receipts/receipt-mail.ts";
import { invoices } from "./schema.ts";

export { findBooked, type BookedDocument } from "./bookkeeping-store.ts";
export { findCorrections, noCorrections } from "./corrections/corrections.ts";
export { findCreditNote, findCreditNotes } from "./corrections/credit-note-store.ts";
export {
  changeCredit,
  findBalance,
  findBalances,
  findBalancesOf,
  insertCredit,
  returnCredit,
} from "./corrections/credit-store.ts";
export {
  chargedLines,
  divideRefund,
  findPaidLines,
  remainingOf,
  paidMembership,
  type PaidLine,
} from "./corrections/paid-lines-store.ts";
export {
  creditNotes,
  withdrawals,
  type CreditNote,
  type Withdrawal,
} from "./corrections/schema.ts";
export { findWithdrawnAt } from "./corrections/withdrawn-store.ts";
export {
  findBoughtExtra,
  findBoughtExtras,
  findOrders,
  findOrderSkus,
  isDownloadable,
  lockOrder,
  openDeliveries,
  updateDelivery,
  type BoughtExtra,
} from "./deliveries/delivery-store.ts";
export { type DeliveryRow } from "./deliveries/schema.ts";
export { taxesIn, taxesOfRefund } from "./invoices/amounts.ts";
export { findBuyer, findRecipient } from "./invoices/buyer-store.ts";
export {
  canBePaid,
  declineUnpaid,
  findDueTries,
  findExpiredRenewals,
  findInvoice,
  findInvoiceByReceipt,
  findInvoices,
  findLastPaid,
  findLastPaidOf,
  findOpenMemberships,
  findOpenSwitches,
  findPayable,
  findUnpaidRenewal,
  hasSold,
  insertInvoice,
  isTaken,
  lockInvoice,
  nextNumber,
  updateInvoice,
} from "./invoices/invoice-store.ts";
export {
  checkoutLife,
  isOrphanedPayment,
  isPaid,
  isPayable,
  lastExpired,
  lineName,
  presentPurchase,
  runsUntil,
} from "./invoices/invoice.ts";
export {
  findDuePayments,
  findLastPayment,
  findLivePayment,
  findPayment,
  findPaymentByReference,
  findUndecided,
  insertPayment,
  markSettled,
  updatePayment,
  type DuePayment,
} from "./invoices/payment-store.ts";
export { findReceipt } from "./receipts/find-receipt.ts";
export { receiptPdf, type ReceiptFile } from "./receipts/pdf/receipt-pdf.ts";
export { enqueueCreditNote, enqueueReceipt, withCreditNote } from "./receipts/receipt-mail.ts";
export {
  creditNoteNumber,
  creditNoteSeries,
  presentCreditNote,
  receiptNumber,
  receiptSeries,
  sellerOf,
} from "./receipts/receipt.ts";
export { isTestPayment, markTestMode } from "./receipts/test-mode.ts";
export { groupReference, newReference } from "./receipts/withdrawal-reference.ts";
export { invoices, payments, type Invoice, type Payment } from "./schema.ts";

/**
 * The books: invoices, what was paid and given back, receipts, and what is delivered for it. They are kept when an account is
 * deleted, as tax law requires.
 */
export const ledger = {
  name: "ledger",
  ownedData: {
    columns: [
      { column: invoices.userId, onDelete: "set null", onMerge: "move" },
      { column: creditEntries.userId, onDelete: "cascade", onMerge: "move" },
    ],
    /** Withdrawals belong to a user by the proven address only: anybody can declare one with another address. */
    exportData: async (database, { id, email }) => ({
      ...(await findBooksOf(database, id)),
      withdrawals: email === null ? [] : await findWithdrawalsOf(database, email),
    }),
  },
  jobs: handleReceiptMails,
} satisfies PortalModule;
