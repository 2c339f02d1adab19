import type { OwnedData } from "#api/portal.ts";
import { desc, eq, inArray } from "#api/infra/database/drizzle.ts";
import {
  buyerDetails,
  cancellationReasons,
  cardSetups,
  creditEntries,
  creditNotes,
  deliveries,
  disputes,
  foreignCustomers,
  foreignSubscriptions,
  invoices,
  paymentMethods,
  payments,
  withdrawals,
} from "./schema.ts";
import { findUsedTrials } from "./trial.ts";

/** What is stored about buyers: times as ISO texts, amounts in minor units. The books are retained when an account is deleted, as tax law requires. */
export const billingData: OwnedData = {
  columns: [
    { column: paymentMethods.userId, onDelete: "cascade", onMerge: "move" },
    { column: foreignCustomers.userId, onDelete: "cascade", onMerge: "move" },
    { column: foreignSubscriptions.userId, onDelete: "cascade", onMerge: "move" },
    { column: cardSetups.userId, onDelete: "cascade", onMerge: "delete" },
    { column: buyerDetails.userId, onDelete: "cascade", onMerge: "delete" },
    { column: invoices.userId, onDelete: "set null", onMerge: "move" },
    { column: creditEntries.userId, onDelete: "cascade", onMerge: "move" },
    { column: cancellationReasons.userId, onDelete: "set null", onMerge: "move" },
  ],
  exportData: async (database, { id, email }) => {
    const purchases = await database
      .select()
      .from(invoices)
      .where(eq(invoices.userId, id))
      .orderBy(desc(invoices.createdAt));
    const ids = purchases.map((invoice) => invoice.id);
    return {
      cards: await database.select().from(paymentMethods).where(eq(paymentMethods.userId, id)),
      formerSite: await database
        .select()
        .from(foreignCustomers)
        .where(eq(foreignCustomers.userId, id)),
      subscriptionsOfFormerSite: await database
        .select()
        .from(foreignSubscriptions)
        .where(eq(foreignSubscriptions.userId, id)),
      disputes: await database.select().from(disputes).where(inArray(disputes.invoiceId, ids)),
      buyerDetails: await database.select().from(buyerDetails).where(eq(buyerDetails.userId, id)),
      purchases,
      charges: await database.select().from(payments).where(inArray(payments.invoiceId, ids)),
      creditNotes: await database
        .select()
        .from(creditNotes)
        .where(inArray(creditNotes.invoiceId, ids)),
      deliveries: await database
        .select()
        .from(deliveries)
        .where(inArray(deliveries.invoiceId, ids)),
      credit: await database.select().from(creditEntries).where(eq(creditEntries.userId, id)),
      // For a proven address only: anybody can enter the address of somebody else.
      trials: email === null ? [] : await findUsedTrials(database, id),
      reasonsForLeaving: await database
        .select()
        .from(cancellationReasons)
        .where(eq(cancellationReasons.userId, id)),
      // By the proven address only: anybody can declare one with another address.
      withdrawals:
        email === null
          ? []
          : await database.select().from(withdrawals).where(eq(withdrawals.email, email)),
    };
  },
};
