import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { setUpSteps } from "#shared/api/checklist.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";
import { users } from "#api/modules/accounts/schema.ts";

const states = ["done", "skipped"] as const;

/**
 * Steps of the set-up that an admin skipped, and those of which nothing else in the portal shows that they were done: that the mail server
 * took a test mail. All other steps are derived from what they change.
 */
export const setUpStepStates = pgTable(
  "set_up_steps",
  {
    step: text("step", { enum: setUpSteps }).primaryKey(),
    state: text("state", { enum: states }).notNull(),
    changedAt: time("changed_at").notNull(),
  },
  (t) => [oneOf(t.step, setUpSteps), oneOf(t.state, states)],
);

/** Admins who skipped the step of the second factor: it is each admin's own. */
export const skippedFactors = pgTable("skipped_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  skippedAt: time("skipped_at").notNull(),
});
