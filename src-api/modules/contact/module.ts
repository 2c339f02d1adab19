import type { PortalModule } from "../../portal.ts";
import { handleMessageMails, messageData } from "./messages.ts";
import { contactRoutes } from "./routes.ts";

export { countUnanswered } from "./contact-store.ts";

/** Messages from the contact form. */
export const contact = {
  name: "contact",
  ownedData: messageData,
  routes: contactRoutes,
  jobs: handleMessageMails,
} satisfies PortalModule;
