import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { periods } from "#shared/api/cart.ts";
import { membershipSources } from "#shared/api/membership.ts";
import { oneOf, time, type Localised } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

export const subscriptionStatuses = ["pending", "active", "past_due", "ended"] as const;

/** Begun and not known to be over. */
export const startedStatuses = ["active", "past_due"] as const;

/** A user has at most one subscription with such a status (unique index `one_live_subscription`). */
export const liveStatuses = ["pending", "active", "past_due"] as const;

/** A discount on later payments, stored with a subscription and read by what charges. */
export type RecurringDiscount = {
  code: string;
  description: Localised;
  kind: "percent" | "amount";
  /** Per cent, or minor units of `currency`. */
  value: number;
  currency: string | null;
  /** SKUs that it discounts; empty: all. */
  skus: string[];
  /** Number of payments that it still lowers; null: all. */
  left: number | null;
};

/** SQL: when a subscription renews that no reminder has considered. Its own words, for its own index. */
export const unconsideredEnd = sql`(case when status = 'active' and source = 'purchase' and not cancel_at_period_end and reminded_of is distinct from ends_at and considered_of is distinct from ends_at then ends_at end)`;

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    source: text("source", { enum: membershipSources }).notNull(),
    status: text("status", { enum: subscriptionStatuses }).notNull(),
    /** What renews; null for a grant. */
    sku: text("sku"),
    period: text("period", { enum: periods }),
    /** What a renewal costs before discounts, in minor units: the price that was agreed to. */
    price: integer("price"),
    currency: text("currency"),
    startedAt: time("started_at").notNull(),
    /** When it was imported from another site, whose payments are not known here; null if it began here. */
    importedAt: time("imported_at"),
    /** Periods are counted from here: the first payment, or the last change of the period. */
    anchorAt: time("anchor_at"),
    /** End of the paid or granted time; null: never, or not activated yet. */
    endsAt: time("ends_at"),
    /** When it was marked as ended, which may be days after `endsAt`: a renewal is tried until its grace is over. */
    endedAt: time("ended_at"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    /** The present period is a trial, for which nothing was paid; false from the first payment on. */
    onTrial: boolean("on_trial").notNull().default(false),
    /** A disputed payment has stopped the renewal, and nobody has decided about it since. */
    stoppedByDispute: boolean("stopped_by_dispute").notNull().default(false),
    /** The plan from the end of the period on, when the user has chosen another one. */
    nextSku: text("next_sku"),
    nextPeriod: text("next_period", { enum: periods }),
    nextPrice: integer("next_price"),
    discount: jsonb("discount").$type<RecurringDiscount | null>(),
    /** The period end whose renewal the user was reminded of. */
    remindedOf: time("reminded_of"),
    /** End of the period of which nothing has to be announced. Triggers clear it at changes. */
    consideredOf: time("considered_of"),
  },
  (t) => [
    oneOf(t.source, membershipSources),
    oneOf(t.status, subscriptionStatuses),
    oneOf(t.period, periods),
    oneOf(t.nextPeriod, periods),
    // "Live" as in `liveStatuses`.
    uniqueIndex("one_live_subscription")
      .on(t.userId)
      .where(sql`${t.status} in ('pending', 'active', 'past_due')`),
    // With those that have ended: "who is a member" asks for them too.
    index("subscriptions_of_user").on(t.userId),
    index("subscriptions_past_due")
      .on(t.userId)
      .where(sql`${t.status} = 'past_due'`),
    index("subscriptions_due")
      .on(t.endsAt)
      .where(sql`${t.status} in ('active', 'past_due')`),
    // Who joined and who left in a month, for the lists of admins.
    index("subscriptions_started")
      .on(t.startedAt)
      .where(sql`${t.status} <> 'pending'`),
    index("subscriptions_ended")
      .on(t.endedAt)
      .where(sql`${t.status} = 'ended'`),
    // Those whose next charge may have to be announced, as in `findUnreminded`.
    index("subscriptions_unconsidered").on(unconsideredEnd),
    // Those that nothing renews.
    index("subscriptions_ending")
      .on(t.endsAt)
      .where(
        sql`${t.status} in ('active', 'past_due') and (${t.source} <> 'purchase' or ${t.cancelAtPeriodEnd})`,
      ),
  ],
);

export type Subscription = typeof subscriptions.$inferSelect;
