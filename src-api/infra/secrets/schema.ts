import { pgTable, text } from "drizzle-orm/pg-core";

/** Keys that all API processes share, such as the key for signed media addresses. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
