import { pgTable, text } from "drizzle-orm/pg-core";

/** The folder that a command synchronised last, if it is not the configured one: at most one row. */
export const contentFolderChoice = pgTable("content_folder_choice", {
  /** The configured folder in whose place the other one was synchronised. */
  configured: text("configured").primaryKey(),
  chosen: text("chosen").notNull(),
});
