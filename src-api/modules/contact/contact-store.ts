import { eq } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { contactMessages } from "./schema.ts";

/** Returns the messages that were sent with this address. */
export const findMessagesFrom = (database: Database, email: string) =>
  database.select().from(contactMessages).where(eq(contactMessages.email, email));
