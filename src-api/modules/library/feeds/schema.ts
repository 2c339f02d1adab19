import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

/** The secret addresses of members' own feeds, one for each user. Only the hash of a token is stored. */
export const feedTokens = pgTable("feed_tokens", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  tokenHash: text("token_hash").notNull().unique(),
  createdAt: time("created_at").notNull(),
});
