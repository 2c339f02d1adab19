import { pgTable, text } from "drizzle-orm/pg-core";

/** Keys that all API processes share, such as the one that signs addresses of media. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
