import type { PortalModule } from "../../portal.ts";
import routes, { jobs } from "./routes.ts";

/** Messages from the contact form. */
export const contact = { name: "contact", routes, jobs } satisfies PortalModule;
