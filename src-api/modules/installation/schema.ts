import { pgTable, text } from "drizzle-orm/pg-core";
import { setUpSteps } from "#shared/api/checklist.ts";
import { oneOf, time } from "#api/infra/database/columns.ts";

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
