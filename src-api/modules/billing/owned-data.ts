import { ApiError } from "../../infra/api-error.ts";
import type { OwnedData } from "../../portal.ts";
import { findBillingData } from "./owned-data-store.ts";
import { findPayable } from "../ledger/module.ts";
import { idempotencyKeys } from "./schema.ts";
import { cardSetups, paymentMethods } from "./payments/schema.ts";
import { cancelPages } from "./payments/cancel-waiting.ts";
import { forgetCustomers } from "./payments/forget-customers.ts";
import { cancelRenewal } from "./subscriptions/renewal.ts";

/** What billing stores about users besides the ledger. */
export const billingData: OwnedData = {
  columns: [
    { column: paymentMethods.userId, onDelete: "cascade", onMerge: "move" },
    { column: cardSetups.userId, onDelete: "cascade", onMerge: "delete" },
    { column: idempotencyKeys.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  exportData: findBillingData,
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
