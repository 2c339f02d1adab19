import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { deliveryKinds, deliveryStates } from "#shared/api/deliveries.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { invoices } from "../schema.ts";

/** The extras of paid invoices, and what has become of them. */
export const deliveries = pgTable(
  "deliveries",
  {
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    sku: text("sku").notNull(),
    kind: text("kind", { enum: deliveryKinds }).notNull(),
    state: text("state", { enum: deliveryStates }).notNull(),
    quantity: integer("quantity").notNull(),
    /** Number of appointments or reports that are done. */
    completed: integer("completed").notNull().default(0),
    /** The time that was agreed on; kept when it is over. */
    scheduledFor: time("scheduled_for"),
    changedAt: time("changed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.sku] }),
    oneOf(t.kind, deliveryKinds),
    oneOf(t.state, deliveryStates),
    check("deliveries_scheduled", sql`${t.state} <> 'scheduled' or ${t.scheduledFor} is not null`),
    check("deliveries_completed", sql`${t.completed} between 0 and ${t.quantity}`),
  ],
);

export type DeliveryRow = typeof deliveries.$inferSelect;
