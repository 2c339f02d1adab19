import { pgTable, text } from "drizzle-orm/pg-core";
import { time } from "#api/infra/database/columns.ts";

/**
 * Addresses that mails came back from. Mails about an account still go there; mails to readers and the weekly one do not,
 * until the owner of the address asks for them again, an admin has it tried again, or the row is a year old.
 */
export const bouncedAddresses = pgTable("bounced_addresses", {
  /** In lower case. */
  email: text("email").primaryKey(),
  bouncedAt: time("bounced_at").notNull(),
  /** What the mail server or the provider's report said, such as `550 5.1.1`. */
  reason: text("reason").notNull(),
  /** Since when mails go there again; null: they do not. The row stays, so that a report of an earlier mail is recognized. */
  retriedAt: time("retried_at"),
});
