import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Language } from "../../../src-shared/languages.ts";
import { time } from "../../infra/database/columns.ts";

export const contactMessages = pgTable("contact_messages", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  subject: text("subject").notNull(),
  message: text("message").notNull(),
  language: text("language").$type<Language>().notNull(),
  createdAt: time("created_at").notNull(),
  /** Null while it could not be handed to the mail server. */
  mailedAt: time("mailed_at"),
});
