import type { PortalModule } from "../../portal.ts";
import routes from "./routes.ts";

/** Messages from the contact form. */
export const contact = { name: "contact", routes } satisfies PortalModule;
