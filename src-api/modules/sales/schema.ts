import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { invoices } from "../ledger/schema.ts";

/** Invoices by the `Idempotency-Key` of the request that opened them. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);
