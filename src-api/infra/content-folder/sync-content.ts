import { sql } from "drizzle-orm";
import type { Database } from "../database/connect.ts";
import { joinProblems } from "./content-error.ts";

/** What a sync did, in numbers of entries, tags and announcements. */
export type SyncReport = {
  written: number;
  unchanged: number;
  removed: number;
  /** Paths in the folder that were left alone: the portal has content of its own at their place. */
  skipped: string[];
  /** Files that cannot be used, one message each. */
  problems: string[];
};

/** A kind of content that comes from the folder. */
export type ContentSync = {
  /** Writes what is new or changed. Rejects with a ContentError if nothing at all can be read. */
  save: (report: SyncReport) => Promise<void>;
  /** Removes what an earlier sync wrote and the folder no longer contains. */
  removeGone: (report: SyncReport) => Promise<void>;
};

/**
 * Syncs the database with a content folder. Writes everything that can be read in the order of `syncs`,
 * and removes in reverse order, because later kinds refer to earlier ones.
 * If a file cannot be read, the database keeps its version and nothing is removed. Rejects with a
 * ContentError that names every such file and field. See docs/decisions/0009-content-sync.md.
 */
export async function syncContent(syncs: readonly ContentSync[]): Promise<SyncReport> {
  const report: SyncReport = { written: 0, unchanged: 0, removed: 0, skipped: [], problems: [] };
  for (const sync of syncs) await sync.save(report);
  if (report.problems.length > 0) throw joinProblems(report.problems);
  for (const sync of syncs.toReversed()) await sync.removeGone(report);
  return report;
}

/** Any number, the same in every process: two processes never write content at the same time. */
const syncLock = 7_252_002;

/** Runs a short transaction while no other process writes content. */
export const whileOthersWait = <T>(
  database: Database,
  write: (transaction: Database) => Promise<T>,
): Promise<T> =>
  database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${syncLock})`);
    return write(transaction);
  });
