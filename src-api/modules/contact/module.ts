import type { PortalModule } from "#api/portal.ts";
import { handleAnswerMails, handleMessageMails, messageData, contactRoutes } from "./messages.ts";

export { countUnanswered, findMessagesFrom } from "./messages.ts";
export { presentMessage } from "./messages.ts";

export const contact = {
  name: "contact",
  ownedData: messageData,
  routes: contactRoutes,
  jobs: (portal) => {
    handleMessageMails(portal);
    handleAnswerMails(portal);
  },
} satisfies PortalModule;
