import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { webhookEvents, webhookFailures } from "#shared/api/webhooks.ts";
import { oneOf, onlyOf, time } from "#api/infra/database/columns.ts";

/** Receivers of webhooks. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: uuid("id").primaryKey(),
    url: text("url").notNull(),
    /** What signs its messages, sealed for the purpose `webhook <id>`. */
    secret: text("secret").notNull(),
    /** The former secret, which signs as well until `formerUntil`. */
    formerSecret: text("former_secret"),
    formerUntil: time("former_until"),
    events: text("events", { enum: webhookEvents }).array().notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [onlyOf(t.events, webhookEvents)],
);

/** Messages for receivers. Triggers write most of them, in the transaction of their cause (`webhook-events.sql`). */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Also the id of the message, by which its receiver knows it when it is sent again. */
    id: uuid("id").primaryKey().defaultRandom(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    event: text("event", { enum: webhookEvents }).notNull(),
    /** What it says; null once it was delivered. */
    data: jsonb("data").$type<Record<string, unknown>>(),
    /** What it is about, for what must not be announced twice; null where a trigger wrote it. */
    subject: text("subject"),
    /** Null until the next run of the job: triggers do not know the portal's time. */
    createdAt: time("created_at"),
    /** Number of tries that have failed since it was made, or since an admin had it sent again. */
    tries: integer("tries").notNull().default(0),
    /** Null: at the next run. */
    nextTryAt: time("next_try_at"),
    deliveredAt: time("delivered_at"),
    givenUpAt: time("given_up_at"),
    /** Why the latest try failed; null before one, and for what was delivered. */
    failure: text("failure", { enum: webhookFailures }),
    /** Status and the beginning of the body of its answer; null without one. */
    answer: text("answer"),
  },
  (t) => [
    oneOf(t.event, webhookEvents),
    oneOf(t.failure, webhookFailures),
    unique("webhook_deliveries_once").on(t.webhookId, t.event, t.subject),
    index("webhook_deliveries_newest").on(t.webhookId, t.createdAt),
    index("webhook_deliveries_waiting")
      .on(t.webhookId, t.nextTryAt)
      .where(sql`${t.deliveredAt} is null and ${t.givenUpAt} is null`),
    index("webhook_deliveries_given_up")
      .on(t.givenUpAt)
      .where(sql`${t.givenUpAt} is not null`),
  ],
);

export type Webhook = typeof webhooks.$inferSelect;
export type Delivery = typeof webhookDeliveries.$inferSelect;
