import { sql } from "drizzle-orm";
import { boolean, check, date, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { heightClasses, type HeightClass } from "#shared/height-class.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { dogs } from "#api/modules/dogs/schema.ts";

const classes = heightClasses.map(({ id }) => id);

/** Shows that users prepare for, each with a dog or a class (docs/decisions/0035-show-day.md). */
export const shows = pgTable(
  "shows",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    dogId: uuid("dog_id").references(() => dogs.id, { onDelete: "cascade" }),
    /** Without a dog. That of a dog follows from its height. */
    heightClass: text("height_class").$type<HeightClass>(),
    name: text("name").notNull(),
    on: date("on").notNull(),
    /** `HH:MM` on the clock at the show. */
    startsAt: text("starts_at"),
    isHot: boolean("is_hot").notNull(),
    /** The day, on the member's calendar, on which the show or its present date was entered. */
    plannedOn: date("planned_on").notNull(),
    /** Ids of the items that are ticked off. */
    ticks: jsonb("ticks").$type<string[]>().notNull(),
    /** When items were ticked or unticked last, by id: ISO times of the server's clock. */
    tickTimes: jsonb("tick_times").$type<Record<string, string>>().notNull().default({}),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    oneOf(t.heightClass, classes),
    check("shows_competitor", sql`num_nonnulls(${t.dogId}, ${t.heightClass}) = 1`),
    index("shows_user").on(t.userId, t.on),
    index("shows_dog").on(t.dogId),
  ],
);

export type ShowRow = typeof shows.$inferSelect;
