import type { OwnedData } from "../../portal.ts";
import { findPayable } from "../ledger/module.ts";
import { cancelPages } from "./cancel-waiting.ts";
import { findCardsOf } from "./methods/card-store.ts";
import { forgetCustomers } from "./methods/forget-customers.ts";
import { cardSetups, paymentMethods } from "./schema.ts";

/** What is stored about users for their payments. */
export const paymentData: OwnedData = {
  columns: [
    { column: paymentMethods.userId, onDelete: "cascade", onMerge: "move" },
    { column: cardSetups.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  exportData: async (database, { id }) => ({ cards: await findCardsOf(database, id) }),
  /** Has the providers close the pages and delete the cards. */
  beforeDeletion: async (portal, userId) => {
    for (const invoice of await findPayable(portal.database, userId)) {
      await cancelPages(portal, portal.database, invoice);
    }
    await forgetCustomers(portal, portal.database, userId);
  },
};
