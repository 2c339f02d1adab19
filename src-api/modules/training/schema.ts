import { date, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { TrainingNote } from "#shared/api/training.ts";
import { languages } from "#shared/languages.ts";
import type { TrainingStep } from "#shared/training.ts";
import { isLanguageCode, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { dogs } from "#api/modules/dogs/schema.ts";

/** Followed protocols, whose steps and notes are read and written as a whole (decision 0028). */
export const trainingPlans = pgTable(
  "training_plans",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    dogId: uuid("dog_id").references(() => dogs.id, { onDelete: "cascade" }),
    /** Of the protocol. No foreign key: a plan stays readable when its protocol goes. */
    slug: text("slug").notNull(),
    startedOn: date("started_on").notNull(),
    weekdays: integer("weekdays").array().notNull(),
    steps: jsonb("steps").$type<TrainingStep[]>().notNull(),
    notes: jsonb("notes").$type<TrainingNote[]>().notNull(),
    /** Grows with every change of the steps, and decides which of two simultaneous changes counts. */
    revision: integer("revision").notNull(),
    /** When the timer ends; of a paused one, when it would have ended. */
    timerEndsAt: time("timer_ends_at"),
    timerLeft: integer("timer_left"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    unique("training_plans_once").on(t.userId, t.slug, t.dogId).nullsNotDistinct(),
    index("training_plans_dog").on(t.dogId),
  ],
);

/** Secret addresses of calendars that users can subscribe to: one a user, its token stored hashed. */
export const calendarAddresses = pgTable(
  "calendar_addresses",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull().unique(),
    /** IANA name; decides what day it is. */
    timeZone: text("time_zone").notNull(),
    language: text("language", { enum: languages }).notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [isLanguageCode(t.language)],
);

export type PlanRow = typeof trainingPlans.$inferSelect;
