import { ApiError } from "../../infra/api-error.ts";
import type { OwnedData } from "../../portal.ts";
import { findBillingData } from "./owned-data-store.ts";
import { findPayable } from "./invoices/invoice-store.ts";
import { idempotencyKeys, invoices } from "./schema.ts";
import { cardSetups, creditEntries, paymentMethods } from "./payments/schema.ts";
import { cancelPages } from "./payments/cancel-waiting.ts";
import { forgetCustomers } from "./payments/forget-customers.ts";
import { cancelRenewal } from "./subscriptions/renewal.ts";
import { findWithdrawalsOf } from "./withdrawals/withdrawal-store.ts";

/**
 * What billing stores about users. Purchases, their charges and receipts are kept when the account is
 * deleted, as tax law requires.
 */
export const billingData: OwnedData = {
  columns: [
    { column: invoices.userId, onDelete: "set null", onMerge: "move" },
    { column: paymentMethods.userId, onDelete: "cascade", onMerge: "move" },
    { column: cardSetups.userId, onDelete: "cascade", onMerge: "delete" },
    { column: creditEntries.userId, onDelete: "cascade", onMerge: "move" },
    { column: idempotencyKeys.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  /** Withdrawals belong to a user by the proven address only: anybody can declare one with another address. */
  exportData: async (database, { id, email }) => ({
    ...(await findBillingData(database, id)),
    withdrawals: email === null ? [] : await findWithdrawalsOf(database, email),
  }),
  /**
   * Makes sure that nobody is charged after the account is gone, and that the providers close the pages and delete the cards.
   * Throws `cancel-failed`, and `conflict` while a renewal is being charged.
   */
  beforeDeletion: async (portal, userId, by) => {
    try {
      await cancelRenewal(portal, userId, by);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "no-subscription")) throw error;
    }
    for (const invoice of await findPayable(portal.database, userId)) {
      await cancelPages(portal, portal.database, invoice);
    }
    await forgetCustomers(portal, portal.database, userId);
  },
};
