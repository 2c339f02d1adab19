import type { PortalModule } from "#api/portal.ts";
import { handleAnswerMails } from "./answers.ts";
import { handleMessageMails, messageData } from "./messages.ts";
import { contactRoutes } from "./routes.ts";

export { countUnanswered, findMessagesFrom } from "./contact-store.ts";
export { presentMessage } from "./list-messages.ts";

export const contact = {
  name: "contact",
  ownedData: messageData,
  routes: contactRoutes,
  jobs: (portal) => {
    handleMessageMails(portal);
    handleAnswerMails(portal);
  },
} satisfies PortalModule;
