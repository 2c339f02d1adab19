import type { PortalModule } from "../../portal.ts";
import { handleContactMails } from "./contact-mail.ts";
import routes from "./routes.ts";

/** Messages from the contact form. */
export const contact = {
  name: "contact",
  routes,
  jobs: handleContactMails,
} satisfies PortalModule;
