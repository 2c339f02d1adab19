import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/*
 * Counts and sums that triggers keep, so that reading them costs the same however much there is to count
 * (docs/decisions/0038-board.md).
 */

const amount = () => bigint("amount", { mode: "number" }).notNull();

/** What figures have come to. */
export const figures = pgTable(
  "figures",
  {
    figure: text("figure").notNull(),
    /** A month (`YYYY-MM`) or a day (`YYYY-MM-DD`), UTC; empty for a figure that has no time. */
    period: text("period").notNull(),
    /** What is counted apart: a currency, or an entry (`articles/weave-entries`); empty for the rest. */
    part: text("part").notNull(),
    amount: amount(),
  },
  (t) => [primaryKey({ columns: [t.figure, t.period, t.part] })],
);

/**
 * Changes that are not in `figures` yet. Triggers only insert here, so that no transaction waits for another
 * one that changes the same figure.
 */
export const figureChanges = pgTable(
  "figure_changes",
  {
    figure: text("figure").notNull(),
    /** Null: the month in which the change is added up. */
    period: text("period"),
    part: text("part").notNull(),
    amount: amount(),
  },
  (t) => [index("figure_changes_figure").on(t.figure)],
);
