import type { PortalModule } from "../../portal.ts";
import { handleContactMails } from "./contact-mail.ts";
import { findMessagesFrom } from "./contact-store.ts";
import routes from "./routes.ts";

/** Messages from the contact form. */
export const contact = {
  name: "contact",
  routes,
  jobs: handleContactMails,
  ownedData: {
    columns: [],
    // Found by the proven address only: anybody can send a message with another one.
    exportData: async (database, { email }) => ({
      contactMessages: email === null ? [] : await findMessagesFrom(database, email),
    }),
  },
} satisfies PortalModule;
