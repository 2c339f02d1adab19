import type { PortalModule } from "#api/portal.ts";
import mailingRoutes, { findMailsTo, forgetWithdrawn, handleMailings } from "./mailings.ts";
import { findReminder, handleOrderReminders } from "./order-reminders.ts";
import { mailingRecipients, mailings as mailingsTable, orderReminders } from "./schema.ts";

/** Mails of entries and announcements to audiences, and one to whoever did not finish an order. */
export const mailings = {
  name: "mailings",
  routes: mailingRoutes,
  jobs: (portal) => {
    handleMailings(portal);
    handleOrderReminders(portal);
  },
  entryWithdrawn: forgetWithdrawn,
  ownedData: {
    columns: [
      { column: mailingsTable.requestedBy, onDelete: "set null", onMerge: "move" },
      { column: mailingRecipients.userId, onDelete: "cascade", onMerge: "delete" },
      { column: orderReminders.userId, onDelete: "cascade", onMerge: "delete" },
    ],
    exportData: async (database, { id }) => ({
      entryMails: await findMailsTo(database, id),
      orderReminder: await findReminder(database, id),
    }),
  },
} satisfies PortalModule;
