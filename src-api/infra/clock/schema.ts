import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable } from "drizzle-orm/pg-core";

/** How far testers have moved the portal's time; one row, or none while it was never moved. */
export const testClock = pgTable(
  "test_clock",
  {
    only: boolean("only").primaryKey().default(true),
    /** Ms that the portal's time is ahead of real time. */
    ahead: bigint("ahead", { mode: "number" }).notNull(),
  },
  (t) => [
    check("test_clock_one_row", sql`${t.only}`),
    check("test_clock_not_back", sql`${t.ahead} >= 0`),
  ],
);
