import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { disciplines } from "#shared/api/dogs.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

export const dogs = pgTable(
  "dogs",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    bornOn: date("born_on"),
    discipline: text("discipline", { enum: disciplines }),
    /** In g, a multiple of 100. */
    weight: integer("weight"),
    weighedOn: date("weighed_on"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    oneOf(t.discipline, disciplines),
    check("dogs_weighed", sql`num_nonnulls(${t.weight}, ${t.weighedOn}) in (0, 2)`),
    index("dogs_user").on(t.userId, t.createdAt),
  ],
);

export const dogHeights = pgTable(
  "dog_heights",
  {
    id: uuid("id").primaryKey(),
    dogId: uuid("dog_id")
      .notNull()
      .references(() => dogs.id, { onDelete: "cascade" }),
    /** In mm: heights are rounded to 0.1 cm (specification, section 3). */
    height: integer("height").notNull(),
    measuredOn: date("measured_on").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("dog_heights_dog").on(t.dogId, t.measuredOn)],
);

export type DogRow = typeof dogs.$inferSelect;
export type HeightRow = typeof dogHeights.$inferSelect;
