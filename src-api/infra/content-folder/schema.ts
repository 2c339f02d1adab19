import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "#api/infra/database/columns.ts";

/** The folder that a command synchronised last, if it is not the configured one: at most one row. */
export const contentFolderChoice = pgTable("content_folder_choice", {
  /** The configured folder in whose place the other one was synchronised. */
  configured: text("configured").primaryKey(),
  chosen: text("chosen").notNull(),
});

/** Synchronisations that a command asked the API for: their progress and their result. */
export const contentSyncRuns = pgTable("content_sync_runs", {
  id: uuid("id").primaryKey().defaultRandom(),
  createdAt: time("created_at").notNull(),
  folder: text("folder").notNull(),
  /** True to only compare. */
  isDryRun: boolean("is_rehearsal").notNull(),
  /** True if the user confirmed that most entries may be removed. */
  mayRemoveMost: boolean("may_remove_most").notNull(),
  /** Entries compared or written so far, of `total`. */
  done: integer("done").notNull().default(0),
  total: integer("total").notNull().default(0),
  /** Lines to print; null until it is done. */
  lines: jsonb("lines").$type<string[]>(),
  /** Why it failed; null unless it did. */
  failure: text("failure"),
});
