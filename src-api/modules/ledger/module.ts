import type { PortalModule } from "../../portal.ts";
import { creditEntries } from "./corrections/schema.ts";
import { findWithdrawalsOf } from "./corrections/corrections-store.ts";
import { findBooksOf } from "./bookkeeping-store.ts";
import { handleReceiptMails } from "./receipts/receipt-mail.ts";
import { invoices } from "./schema.ts";

export { findBooked, type BookedDocument } from "./bookkeeping-store.ts";
export {
  checkoutLifeMs,
  findCorrections,
  isOrphanedPayment,
  isPaid,
  isPayable,
  lastExpired,
  lineName,
  noCorrections,
  presentPurchase,
  runsUntil,
} from "./invoices/invoice.ts";
export {
  changeCredit,
  findBalance,
  findBalances,
  findBalancesOf,
  findCreditNote,
  findCreditNotes,
  findWithdrawnAt,
  insertCredit,
  returnCredit,
} from "./corrections/corrections-store.ts";
export {
  chargedLines,
  divideRefund,
  findPaidLines,
  findUnrefundedLines,
  paidMembership,
  remainingOf,
  taxesIn,
  taxesOfRefund,
  type PaidLine,
} from "./invoices/amounts.ts";
export {
  creditNotes,
  withdrawals,
  type CreditNote,
  type Withdrawal,
} from "./corrections/schema.ts";
export {
  findBoughtExtra,
  findBoughtExtras,
  findOrder,
  isDownloadable,
  lockOrder,
  openDeliveries,
  updateDelivery,
  type BoughtExtra,
} from "./deliveries/delivery-store.ts";
export { findOrders } from "./deliveries/order-list-store.ts";
export { type DeliveryRow } from "./deliveries/schema.ts";
export {
  canBePaid,
  declineUnpaid,
  findBuyer,
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
  findRecipient,
  findUnpaidRenewal,
  hasSold,
  insertInvoice,
  wasPaid,
  lockInvoice,
  nextNumber,
  updateInvoice,
} from "./invoices/invoice-store.ts";
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
export {
  creditNoteNumber,
  creditNoteSeries,
  findReceipt,
  groupReference,
  isTestPayment,
  markTestMode,
  newReference,
  presentCreditNote,
  receiptNumber,
  receiptSeries,
  sellerOf,
} from "./receipts/receipt.ts";
export { receiptPdf, type ReceiptFile } from "./receipts/pdf/receipt-pdf.ts";
export { enqueueCreditNote, enqueueReceipt, withCreditNote } from "./receipts/receipt-mail.ts";
export { invoices, payments, type Invoice, type Payment } from "./schema.ts";

/** The books. They are kept when an account is deleted, as tax law requires. */
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
